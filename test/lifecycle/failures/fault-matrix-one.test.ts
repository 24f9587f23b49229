import { FaultMatrix } from "./fault-matrix";
import { MATRIX_FAULTS } from "./fault-matrix.cases";

describe("one launch: at every step and with every signal the state knows what is rented", () => {
  const matrix = new FaultMatrix(1);

  test.each(MATRIX_FAULTS.map((fault) => [fault.name, fault] as const))(
    "%s",
    async (_name, fault) => {
      expect(await matrix.redCells(fault)).toEqual([]);
    },
    240_000,
  );
});
