export { Instance } from "./resources/instance";
export type {
  InstanceArgs,
  LaunchArgs,
  LaunchOptions,
  TargetState,
  VolumeInfo,
} from "./resources/instance-args";
export { Template } from "./resources/template";
export type { TemplateArgs } from "./resources/template-args";
export { getOffers, getOffersOutput } from "./resources/get-offers";
export type { GetOffersOptions, GetOffersOutputOptions } from "./resources/get-offers";
export { getTemplates, getTemplatesOutput } from "./resources/get-templates";
export type { GetTemplatesArgs, GetTemplatesOutputOptions } from "./resources/get-templates";
export type { TemplateResult } from "./rules/template/template-result";
export { hasCode, ProviderError } from "./errors";
export type { ErrorCode, ErrorDetails } from "./errors";
export type { NestedInput } from "./resources/nested-inputs";
export type { PortMapping } from "./rules/instance/connection";
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
export type { Runtype } from "./rules/container/runtype";
export type { TemplateFilter, TemplateFilters, TemplateOperators } from "./rules/template/template-filters";
