"""A case: files, and the call that reads them."""
import dataclasses

KEPT = b"kept\n"  # what stands where an output should go


@dataclasses.dataclass
class Case:
    files: dict                   # name: bytes; the folder it runs in
    subject: str                  # the file that was changed
    command: list                 # the first words
    options: list                 # groups of words
    outputs: list = dataclasses.field(default_factory=list)  # files that it may write
    modes: dict = dataclasses.field(default_factory=dict)    # name: permissions
    links: dict = dataclasses.field(default_factory=dict)    # name: target
    parallel: int = 1             # so many at once, of which one may succeed
    killed_at: int = 0            # bytes of a file at which a run before this one is killed
    label: str = "random"
    steps: int = 0                # how many can be left out of it

    @property
    def inputs(self):
        """Files that are read: all but those that stand only where an output goes."""
        return {name for name, content in self.files.items() if content != KEPT}

    def words(self):
        return self.command + [word for group in self.options for word in group]


class Steps:
    """Numbers the steps of which a case is made, and says which are left out. What is drawn must
    not depend on that."""

    def __init__(self, dropped):
        self.count, self.dropped = 0, dropped

    def keep(self):
        self.count += 1
        return self.count - 1 not in self.dropped

    def of(self, groups):
        return [group for group in groups if self.keep()]
