import type { OfferField } from "./offer-fields";
import { countryOf } from "./offer-geolocation";
import type { OfferValue } from "./offer-operators";
import type { Offer } from "./offer";

/**
 * What an offer shows of a field that filters can name, as the filter spells it; undefined where it shows nothing.
 * Some fields are shown under another name, or in other words, than they are filtered by.
 * @param nowSeconds epoch seconds, to tell `duration` from an offer that shows only its end
 */
export function offerValue(field: OfferField, offer: Offer, nowSeconds?: number): OfferValue | undefined {
  switch (field) {
    case "geolocation":
      return offer.geolocation === undefined ? undefined : countryOf(offer.geolocation);
    case "verified":
      return offer.verification === undefined ? offer.verified : offer.verification === "verified";
    case "verification":
      return offer.verification ?? (offer.verified === true ? "verified" : undefined);
    case "datacenter":
      return offer.hostingType === undefined ? undefined : offer.hostingType === 1;
    case "duration":
      return offer.duration ?? remaining(offer, nowSeconds);
    default:
      return offer[field];
  }
}

function remaining({ endDate }: Offer, nowSeconds: number | undefined): number | undefined {
  return endDate === undefined || nowSeconds === undefined ? undefined : endDate - nowSeconds;
}
