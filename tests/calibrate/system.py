#!/usr/bin/env python3
"""Runs `gpumodel calibrate --system` with programs that stand in for those that measure.

    system.py DATA-DIRECTORY

The results of links and all-reduces have their place in a system file, which predictions use.
"""
import json
import sys

from stand_in import BASE, run_all

PEER = {"peer.bandwidth": 3.8e11, "peer.bandwidth_both": 3.7e11, "peer.latency": 8.21e-6,
        "peer.queued": 1.5e-6, "peer.hop": 2.848e-6, "peer.issue": 1.25e-6,
        "peer.record": 5e-7, "peer.wait": 4e-7, "peer.synchronise": 2.5e-6,
        "peer.host_latency": 1.1e-5}
# By the number of devices.
SUMS = {2: [[64, 3e6], [1e6, 5e10], [1.6e7, 1.6e11]], 3: [[64, 2e6], [1e6, 4e10]],
        4: [[64, 1e6], [1e6, 3e10]]}
ISSUE = [[2, 1.1e-5], [3, 1.7e-5], [4, 2.2e-5]]
TO_DEVICES = [[1, 5.5e10], [2, 1.02e11], [3, 1.2e11], [4, 1.36e11]]
TO_HOST = [[1, 5.5e10], [2, 1.05e11], [3, 1.25e11], [4, 1.4e11]]
PORT = {"port.out": 3.95e11, "port.in": 3.91e11}

# What was known before, of two GPUs.
SYSTEM = """system: before
name: before
devices: [round-100, round-100]
host: xeon-16vcpu
port: {value: 450 GB/s, from: datasheet, note: "made up"}
host_to_devices: {value: 60 GB/s, from: assumed, factor: 1.5}
links:
  all:
    bandwidth: {value: 300 GB/s, from: assumed, factor: 2}
    latency: {value: 5 us, from: assumed, factor: 2}
all_reduce:
  - {devices: 2, latency: {value: 1 us, from: assumed}, bandwidth: {value: 1 GB/s, from: assumed}}
"""

# What a device needs for programs.
COPIES = """link:
  h2d_bandwidth: {value: 60 GB/s, from: datasheet}
  d2h_bandwidth: {value: 60 GB/s, from: datasheet}
  h2d_latency: {value: 1 us, from: assumed}
  d2h_latency: {value: 1 us, from: assumed}
launch: {latency: {value: 2 us, from: assumed}}
"""


def prepared(case, gpus):
    """Links and sums as measured on that many GPUs; of more devices nothing is printed."""
    case.device("NVIDIA Round-100", gpus)

    def prints(name, rows):
        (case.folder / f"{name}.out").write_text("".join(
            json.dumps(dict({"spread": 0.004, "note": "made up"}, **row)) + "\n" for row in rows))

    def by_devices(name, unit, points):
        return {"name": name, "unit": unit, "unit_x": "1",
                "curve": [p for p in points if p[0] <= gpus]}

    prints("peer", [{"name": key, "unit": "B/s" if "bandwidth" in key else "s", "value": value}
                    for key, value in PEER.items()])
    prints("all-reduce", [{"name": "allreduce.by_size", "unit": "B/s", "unit_x": "B",
                           "devices": devices, "curve": points}
                          for devices, points in SUMS.items() if devices <= gpus] +
           [by_devices("allreduce.issue", "s", ISSUE)])
    prints("host-ports", [by_devices("port.host_to_devices", "B/s", TO_DEVICES),
                          by_devices("port.devices_to_host", "B/s", TO_HOST)])
    prints("ports", [{"name": key, "unit": "B/s", "value": value, "devices": gpus}
                     for key, value in PORT.items() if gpus > 2])


def shown(case, name="./pair.yaml"):
    return json.loads(case.run("systems", "show", name, "--json", "-"))


def links_and_sums_are_written(case):
    prepared(case, 2)
    text = case.run("calibrate", "--system", "-o", "pair.yaml")
    assert "2x NVIDIA Round-100, driver 580.1: 14 values measured" in text, text
    assert "written to pair.yaml" in text and "peer.host_latency" in text, text
    assert max(map(len, text.splitlines())) <= 100, text
    assert "allreduce.by_size of 2 devices" in text and "port.out" not in text, text
    assert set(case.calls()) == {"all-reduce", "host-ports", "peer", "ports"}
    assert "0 errors, 0 warnings" in case.run("check", "pair.yaml")
    document = shown(case)
    assert document["devices"] == ["round-100", "round-100"] and document["host"] is None
    assert len(document["links"]) == 2 and document["port_bytes_per_s"] is None
    for link in document["links"]:
        measured = {key: link[key]["value"] for key in link if isinstance(link[key], dict)}
        assert measured == {"bandwidth_bytes_per_s": 3.8e11, "both_ways_bytes_per_s": 3.7e11,
                            "latency_s": 2.848e-6, "queued_s": 1.5e-6, "issue_s": 1.25e-6,
                            "record_s": 5e-7, "wait_s": 4e-7}, link
        assert link["latency_s"]["from"] == "measured"
    assert document["synchronise_s"] == {"value": 2.5e-6, "from": "measured"}
    sums = [(s["devices"], s["by_size_bytes_per_s"]["rows"], s["issue_s"]["value"])
            for s in document["all_reduces"]]
    assert sums == [(2, SUMS[2], 1.1e-5)], sums
    assert document["host_to_devices_bytes_per_s"]["rows"] == TO_DEVICES[:2]
    assert document["devices_to_host_bytes_per_s"] == {"rows": TO_HOST[:2], "from": "measured"}
    written = (case.folder / "pair.yaml").read_text()
    assert "latency: {value: 2.848 us, from: measured, factor: 1.01, note: \"made up; driver 580.1, " \
        "2026-01-02\"}" in " ".join(written.split()), written
    assert written.startswith("# NVIDIA Round-100, measured by gpumodel"), written
    assert str(case.folder) not in written, "where it was measured is nobody's business"


def a_port_is_the_slower_direction(case):
    prepared(case, 4)
    (case.folder / "before.yaml").write_text(SYSTEM)
    text = case.run("calibrate", "--system", "-o", "four.yaml", "--base", "./before.yaml")
    assert "port.out" in text and "port.in" in text, text
    document = shown(case, "./four.yaml")
    assert document["port_bytes_per_s"] == {"value": 3.91e11, "from": "measured"}
    assert document["host_to_devices_bytes_per_s"]["rows"] == TO_DEVICES
    assert str(case.folder) not in (case.folder / "four.yaml").read_text()


def ports_and_hosts_are_kept_from_the_base(case):
    prepared(case, 4)
    (case.folder / "before.yaml").write_text(SYSTEM)
    case.faults(ports="left-out", **{"host-ports": "left-out"})
    text = case.run("calibrate", "--system", "-o", "four.yaml", "--base", "./before.yaml")
    assert "kept from ./before.yaml" in text, text
    document = shown(case, "./four.yaml")
    assert document["host"] == "xeon-16vcpu" and len(document["links"]) == 12
    assert document["port_bytes_per_s"] == {"value": 450e9, "from": "datasheet"}
    assert document["host_to_devices_bytes_per_s"] is None, "that is of two devices"
    assert [s["devices"] for s in document["all_reduces"]] == [2, 3, 4]
    assert document["all_reduces"][0]["latency_s"] is None, "measured anew, by size"
    assert document["all_reduces"][0]["by_size_bytes_per_s"]["rows"] == SUMS[2]


def the_timeline_uses_what_was_measured(case):
    prepared(case, 2)
    case.run("calibrate", "--system", "-o", "pair.yaml")
    (case.folder / "round-100.yaml").write_text(BASE + COPIES)
    (case.folder / "sum.yaml").write_text(
        "program: sum\ndevices: 2\nbuffers:\n  g: {type: i8, shape: [16000000], starts_on: device}\n"
        "steps:\n  - all_reduce: g\n  - synchronise: all\n")
    answer = json.loads(case.run("predict", "./sum.yaml", "--system", "./pair.yaml", "--json", "-"))
    busy = next(engine["busy_s"] for engine in answer["engines"] if engine["engine"] == "reduce")
    assert abs(busy - 16e6 / 1.6e11) < 1e-12, busy


def what_is_not_there_is_left_out(case):
    prepared(case, 2)
    case.faults(**{"all-reduce": "left-out"})
    text = case.run("calibrate", "--system", "-o", "pair.yaml")
    assert "left out" in text and "no NCCL" in text and "failure" not in text, text
    assert shown(case)["all_reduces"] == [] and len(shown(case)["links"]) == 2
    assert not (case.folder / "pair.yaml.partial").exists()


def faults_lose_one_measurement(case):
    prepared(case, 2)
    case.faults(peer="refuse")
    text = case.run("calibrate", "--system", "-o", "pair.yaml", expect=1)
    assert "1 failure" in text and "it cannot be measured here" in text, text
    assert len(shown(case)["all_reduces"]) == 1 and shown(case)["links"] == []


def other_machines_are_refused(case):
    text = case.run("calibrate", "--system", "-o", "pair.yaml", expect=4)
    assert "there is one GPU" in text, text
    case.device("NVIDIA Round-100", 1, ["NVIDIA Other"])
    assert "not alike" in case.run("calibrate", "--system", "-o", "pair.yaml", expect=4)
    case.device("NVIDIA Unheard Of", 2)
    text = case.run("calibrate", "--system", "-o", "pair.yaml", expect=4)
    assert "no device file describes NVIDIA Unheard Of" in text, text
    assert case.calls() == [] and not (case.folder / "pair.yaml").exists()
    assert "do not go together" in case.run("calibrate", "--system", "--host", expect=2)


def lists_are_apart(case):
    text = case.run("calibrate", "--system", "--list")
    assert "4 measurements" in text and "peer.hop" in text, text
    assert "peer" not in case.run("calibrate", "--list")
    assert "nothing measures 'peer'" in case.run("calibrate", "--only", "peer", expect=2)
    prepared(case, 2)
    text = case.run("calibrate", "--system", "--only", "peer.hop")
    assert set(case.calls()) == {"peer"} and "2.848 us" in text, text
    assert (case.folder / "round-100.yaml").read_text() == BASE
    assert not (case.folder / "system.yaml").exists()


if __name__ == "__main__":
    sys.exit(run_all([links_and_sums_are_written, a_port_is_the_slower_direction,
                      ports_and_hosts_are_kept_from_the_base, the_timeline_uses_what_was_measured,
                      what_is_not_there_is_left_out, faults_lose_one_measurement,
                      other_machines_are_refused, lists_are_apart],
                     system=True))
