import { Claims } from "../../../provider/lifecycle/session/claims";

test("an offer that another process took is spent, unless this one holds it", () => {
  const claims = new Claims();
  claims.claim(1);
  claims.spentElsewhere([1, 2, 2]);
  expect(claims.isFree(2)).toBe(false);
  expect(claims.spentCount()).toBe(1);
  claims.release(1, "free");
  expect(claims.isFree(1)).toBe(true);
});
