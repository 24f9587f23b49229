import type { MisplacedName } from "../validation/argument-failures";
import { isOfferField } from "./offer-fields";
import { nearField } from "./offer-filter-check";

/** A filter that was written as an argument, and belongs below `place`: "search.filters". */
export function misplacedFilter(place: string): MisplacedName {
  return (name, argument) => {
    if (isOfferField(name)) return `. It is a filter: write it in \`${place}\``;
    const near = argument === undefined ? nearField(name) : undefined;
    return near === undefined ? undefined : `. Did you mean the filter \`${place}.${near}\`?`;
  };
}
