import { PreviewTotal } from "../../../provider/lifecycle/session/preview-total";

const urn = (name: string): string => `urn:pulumi:dev::gpus::pulumi-nodejs:dynamic/vastai:Instance::${name}`;

interface Line {
  readonly urn: string;
  readonly message: string;
  readonly ephemeral: boolean;
}

function total(): {
  readonly total: PreviewTotal;
  readonly lines: Line[];
  readonly send: (line: Line) => void;
} {
  const lines: Line[] = [];
  return { total: new PreviewTotal(), lines, send: (line) => void lines.push(line) };
}

test("is reported once, on the stack's row, when the last machine is known", () => {
  const { total: sum, lines, send } = total();
  for (const name of ["a", "b", "c"]) {
    expect(lines).toEqual([]);
    sum.expect(3);
    sum.addNew(urn(name), 0.25);
    sum.close(urn(name), send);
  }
  expect(lines).toEqual([
    {
      urn: "urn:pulumi:dev::gpus::pulumi:pulumi:Stack::gpus-dev",
      message: "Total: 3 machines, $0.7500/h, $540.00 a month",
      severity: "info",
      ephemeral: false,
    },
  ]);
});

test("counts machines that stay, and says what is new", () => {
  const { total: sum, lines, send } = total();
  sum.expect(2);
  sum.addKept(urn("a"), 0.5);
  sum.close(urn("a"), send);
  sum.addNew(urn("b"), 0.25);
  sum.close(urn("b"), send);
  expect(lines.map(({ message }) => message)).toEqual([
    "Total: 2 machines, $0.7500/h, $540.00 a month (1 new, $0.2500/h)",
  ]);
});

test("is the least where a price is not shown", () => {
  const { total: sum, lines, send } = total();
  sum.expect(1);
  sum.addNew(urn("a"), undefined);
  sum.close(urn("a"), send);
  expect(lines[0]?.message).toBe("Total: 1 machine, at least $0.0000/h, $0.00 a month");
});

test("is not said where nothing would be rented, nor where no preview has declared a machine", () => {
  const { total: sum, lines, send } = total();
  sum.close(urn("a"), send);
  sum.expect(1);
  sum.addKept(urn("a"), 0.5);
  sum.close(urn("a"), send);
  expect(lines).toEqual([]);
});

test("counts a machine that is replaced as new, and names machines without an offer", () => {
  const { total: sum, lines, send } = total();
  sum.expect(2);
  sum.addKept(urn("a"), 0.5);
  sum.close(urn("a"), send);
  sum.addNew(urn("a"), 0.25);
  sum.close(urn("a"), send);
  sum.close(urn("b"), send);
  expect(lines.map(({ message }) => message)).toEqual([
    "Total: 1 of 2 machines, $0.2500/h, $180.00 a month (1 without an offer)",
  ]);
});
