import type { ExchangeWidgetAttributes, ExchangeWidgetEventMap } from './index.js';

/** The tag's own attributes, and a listener for each event, named `Prefix` and the event's name. */
export type ExchangeWidgetTag<Prefix extends string = never> = ExchangeWidgetAttributes & {
  [Name in keyof ExchangeWidgetEventMap as `${Prefix}${Name}`]?: (
    event: ExchangeWidgetEventMap[Name],
  ) => void;
};
