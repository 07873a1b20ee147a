/** Query of the history, as the server names the filters. */
export type ShopHistoryQuery = Readonly<
  Partial<Record<'page' | 'size' | 'status' | 'code' | 'sub' | 'date_from' | 'date_to', string | undefined>>
>;

/** Query of the statistics. */
export type ShopStatisticsQuery = Readonly<
  Partial<Record<'date_from' | 'date_to' | 'group' | 'by', string | undefined>>
>;
