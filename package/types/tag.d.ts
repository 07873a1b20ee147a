import type { ExchangeWidgetAttributes, ExchangeWidgetEventMap } from './index.js';

/** The tag's own attributes, and a listener for each event, with the name that the framework uses. */
export type ExchangeWidgetTag<Prefix extends string = never> = ExchangeWidgetAttributes & {
  [Name in keyof ExchangeWidgetEventMap as `${Prefix}${Name}`]?: (
    event: ExchangeWidgetEventMap[Name],
  ) => void;
};
