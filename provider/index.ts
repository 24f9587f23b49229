export { Instance } from "./resources/instance";
export type { InstanceArgs, LaunchOptionsArgs, VolumeInfoArgs } from "./resources/instance-args";
export { Template } from "./resources/template";
export type { TemplateArgs } from "./resources/template-args";
export { getOffers, getOffersOutput } from "./resources/get-offers";
export type { GetOffersOptions, GetOffersOutputOptions } from "./resources/get-offers";
export { getTemplates, getTemplatesOutput } from "./resources/get-templates";
export type {
  GetTemplatesOutputOptions,
  TemplateFiltersArgs,
  TemplateQuery,
  TemplateQueryArgs,
} from "./resources/get-templates";
export type { OfferFiltersArgs, OfferQueryArgs } from "./resources/offer-query-args";
export type { NestedArgs, NestedInput } from "./resources/nested-inputs";
export type { TemplateResult } from "./rules/template/template-result";
export { hasCode, ProviderError } from "./errors";
export type { ErrorCode, ErrorDetails } from "./errors";
export type { PortMapping } from "./rules/instance/connection";
export type { LaunchOptions } from "./rules/instance/launch-options";
export type { TargetState } from "./rules/instance/target-state";
export type { VolumeInfo } from "./rules/instance/volume-info";
export type { Offer } from "./rules/offer/offer";
// Named one by one: `export type *` cannot be read by the compiler that the SDK brings along (TypeScript 3.8).
export type {
  BooleanFilter,
  BooleanOperators,
  NumberFilter,
  NumberOperators,
  OfferFilters,
  OfferOrderField,
  OfferQuery,
  OrderDirection,
  RentalType,
  TextFilter,
  TextOperators,
  VersionFilter,
  VersionOperators,
} from "./rules/offer/offer-query";
export type { Runtype, TemplateRuntype } from "./rules/container/runtype";
export type { TemplateFilter, TemplateFilters, TemplateOperators } from "./rules/template/template-filters";
