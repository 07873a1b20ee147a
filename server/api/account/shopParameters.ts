import { STATISTICS_BREAKDOWNS, STATISTICS_GROUPS } from '#core/contract/account/shop.ts';
import { CLAIM_STATUSES } from '#core/claim/status.ts';
import { dayParameters, describeParameter } from '#server/platform/http/openapiDocs.ts';

/** Parameters of the history except `page` and `size`. */
export const shopHistoryParameters = [
  describeParameter('status', 'A status', CLAIM_STATUSES),
  describeParameter('code', 'A code of the partner'),
  describeParameter('sub', 'What follows the code in the link'),
  ...dayParameters,
];

/** Parameters of the statistics. */
export const shopStatisticsParameters = [
  ...dayParameters,
  describeParameter('group', 'Length of the periods; default `day`', STATISTICS_GROUPS),
  describeParameter('by', 'Rows for each of these instead of periods', STATISTICS_BREAKDOWNS),
];
