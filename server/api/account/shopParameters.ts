import { STATISTICS_BREAKDOWNS, STATISTICS_GROUPS } from '#core/contract/account/shop.ts';
import { dayParameters, describeParameter } from '#server/platform/http/openapiDocs.ts';

/** Parameters of the statistics. */
export const shopStatisticsParameters = [
  ...dayParameters,
  describeParameter('group', 'Length of the periods; default `day`', STATISTICS_GROUPS),
  describeParameter('by', 'Rows for each of these instead of periods', STATISTICS_BREAKDOWNS),
];
