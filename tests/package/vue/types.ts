/// <reference types="@razmen/exchange-widget/vue" />
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['exchange-widget']>['$props'];
export const valid: Props = {
  cur_from: 'BTC',
  class: 'aside',
  onExchangeChange: event => event.detail.course,
};
// @ts-expect-error no such theme
export const invalid: Props = { theme: 'blue' };
