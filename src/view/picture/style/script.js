"use strict";
// Dots of one kernel stand out together.
const dots = document.querySelectorAll("[data-kernel]");
for (const dot of dots)
  for (const type of ["mouseenter", "mouseleave"])
    dot.addEventListener(type, () => {
      for (const other of dots)
        if (other.dataset.kernel === dot.dataset.kernel)
          other.classList.toggle("on", type === "mouseenter");
    });
// A timeline is stretched along its time: each bar and tick has its place as a number.
for (const figure of document.querySelectorAll("[data-zoom]")) {
  const part = figure.querySelector("svg.bars");
  if (!part) continue;
  const width = part.width.baseVal.value, left = part.x.baseVal.value;
  const said = figure.querySelector("output");
  let scale = 1, from = 0;
  const show = () => {
    from = Math.min(Math.max(0, from), width - width / scale);
    for (const each of figure.querySelectorAll("[data-x]")) {
      const x = (each.dataset.x - from) * scale, wide = each.dataset.w * scale;
      if (each.classList.contains("tick")) {
        const seen = x >= -0.01 && x <= width + 0.01;
        each.setAttribute("visibility", seen ? "visible" : "hidden");
        if (each.tagName === "text") each.setAttribute("x", left + x);
        else each.setAttribute("d", each.getAttribute("d").replace(/^M[-\d.]+/, "M" + (left + x).toFixed(1)));
      } else if (each.tagName === "text") {
        const seen = Math.max(x, 0);
        each.setAttribute("x", seen + 4);
        each.setAttribute("visibility", x + wide - seen >= each.dataset.needs ? "visible" : "hidden");
      } else {
        each.setAttribute("x", x);
        each.setAttribute("width", Math.max(0.6, wide));
      }
    }
    said.textContent = scale === 1 ? "all of it" : scale + "x";
  };
  const acts = {
    in: () => { from += width / scale / 4; scale = Math.min(1024, scale * 2); },
    out: () => { scale = Math.max(1, scale / 2); from -= width / scale / 4; },
    left: () => { from -= width / scale / 4; },
    right: () => { from += width / scale / 4; },
    all: () => { scale = 1; from = 0; },
  };
  for (const button of figure.querySelectorAll("button"))
    button.addEventListener("click", () => { acts[button.dataset.act](); show(); });
  const keys = { "+": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", 0: "all" };
  figure.addEventListener("keydown", (event) => {
    const act = acts[keys[event.key]];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    act();
    show();
    event.preventDefault();
  });
}
