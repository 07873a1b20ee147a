// The tag in Vue's templates: `/// <reference types="@razmen/exchange-widget/vue" />`.
import type { HTMLAttributes } from 'vue';
import type { ExchangeWidgetEventMap } from './index.js';
import type { ExchangeWidgetTag } from './tag.js';

/** `exchange-change` → `ExchangeChange`, Vue's name for the listener. */
type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Camel<Rest>}`
  : Capitalize<Text>;

type Listeners = {
  [Name in keyof ExchangeWidgetEventMap as `on${Camel<Name>}`]?: (
    event: ExchangeWidgetEventMap[Name],
  ) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'exchange-widget': new () => { $props: HTMLAttributes & ExchangeWidgetTag & Listeners };
  }
}
