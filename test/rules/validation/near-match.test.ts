import { nearMatch } from "../../../provider/rules/validation/near-match";

const known = ["image", "imageLogin", "onstart", "maxHourlyPriceUsd", "templateHashId", "price", "ports"];

test.each([
  ["imgae", "image"],
  ["max_hourly_price_usd", "maxHourlyPriceUsd"],
  ["onStart", "onstart"],
  ["port", "ports"],
  ["maxHourly", "maxHourlyPriceUsd"],
  ["templateHash", "templateHashId"],
])("%s is near %s", (word, name) => {
  expect(nearMatch(word, known)).toBe(name);
});

test.each(["", "_", "zzz", "gpu", "quantumFluxCapacitor"])("%j is near nothing", (word) => {
  expect(nearMatch(word, known)).toBeUndefined();
});
