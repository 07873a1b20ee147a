import * as v from 'valibot';
import { distance } from '#core/exchange/pair.ts';
import { whole } from '../address.ts';
import type { Code, Finding } from './report.ts';

const NAMES = ['cur_from', 'cur_to', 'amount', 'city', 'rid', 'theme', 'api', 'claim'];
const THEMES = ['light', 'dark', 'auto'];

/** Letters in which a mistyped name may differ from ours. */
const NEAR = 2;

const Uuid = v.pipe(v.string(), v.uuid());

/** What is written in the attributes and does not mean what was meant. */
export function attributes(element: HTMLElement): Finding[] {
  const found: Finding[] = [];
  const warn = (code: Code, message: string) => found.push({ code, level: 'warning', message });
  const value = (name: string) => element.getAttribute(name) ?? '';
  for (const name of element.getAttributeNames()) {
    // class is two letters from claim, and data-time from theme: the page's own names are not slips.
    if (NAMES.includes(name) || name === 'class') continue;
    const plain = name.replace(/^data-/, '').replaceAll('-', '_');
    const most = name.startsWith('data-') ? 0 : NEAR;
    const near = NAMES.find(one => plain.length > 3 && distance(plain, one) <= most);
    const meant = name === 'ref' || name === 'refferal' ? 'rid' : near;
    if (meant) warn('attribute_unknown', `Атрибута ${name} у виджета нет. Возможно, нужен ${meant}.`);
  }
  const [theme, api, claim] = [value('theme'), value('api'), value('claim')];
  if (theme && !THEMES.includes(theme))
    warn('theme_unknown', `Темы theme="${theme.slice(0, 40)}" нет. Напишите ${THEMES.join(', ')}.`);
  if (api && !whole(api))
    warn(
      'api_invalid',
      `api="${api.slice(0, 80)}" не адрес. Взят адрес скрипта. Напишите целиком: ${meant(api)}.`,
    );
  if (claim && !v.is(Uuid, claim.replace(/#.*/s, '')))
    warn('claim_invalid', 'В атрибуте claim не номер заявки: нужен uuid или uuid#secret.');
  return found;
}

/** The address that is probably meant: a host without its scheme is one on this machine or one of the network. */
function meant(api: string): string {
  const host = /^\s*([\w.-]+(?::\d+)?)(?:\/\S*)?\s*$/.exec(api)?.[1] ?? 'exchange.example';
  return `http${/^(localhost|127\.)/.test(host) ? '' : 's'}://${host}`;
}
