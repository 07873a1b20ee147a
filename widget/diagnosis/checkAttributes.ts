import * as v from 'valibot';
import { levenshteinDistance } from '#core/exchange/pair.ts';
import {
  ATTRIBUTE_NAMES,
  WIDGET_ATTRIBUTES,
  type AttributeName,
  type EnumeratedAttributeName,
} from '../attributes.ts';
import { isHttpUrl } from '../isHttpUrl.ts';
import type { FindingCode, Finding } from './report.ts';

const KNOWN_NAMES: ReadonlySet<string> = new Set(ATTRIBUTE_NAMES);

/** Finding for an invalid value of each enumerated attribute: code, and the Russian noun for its message. */
const INVALID_VALUE_FINDINGS: Readonly<Record<EnumeratedAttributeName, { code: FindingCode; noun: string }>> =
  { theme: { code: 'theme_unknown', noun: 'Темы' } };

/** Maximum edit distance between a mistyped name and a known one. */
const MAX_TYPO_DISTANCE = 2;

const Uuid = v.pipe(v.string(), v.uuid());

/** Finds misspelled attributes and invalid values. */
export function checkAttributes(element: HTMLElement): Finding[] {
  const found: Finding[] = [];
  const warn = (code: FindingCode, message: string) => found.push({ code, level: 'warning', message });
  const value = (name: AttributeName) => element.getAttribute(name) ?? '';
  for (const name of element.getAttributeNames()) {
    // The page's own attributes are no typos, although `class` is similar to claim and `data-time` to theme.
    if (KNOWN_NAMES.has(name) || name === 'class') continue;
    const normalizedName = name.replace(/^data-/, '').replaceAll('-', '_');
    const maxDistance = name.startsWith('data-') ? 0 : MAX_TYPO_DISTANCE;
    const nearest = ATTRIBUTE_NAMES.find(
      known => normalizedName.length > 3 && levenshteinDistance(normalizedName, known) <= maxDistance,
    );
    const suggestedName = name === 'ref' || name === 'refferal' ? 'rid' : nearest;
    if (suggestedName)
      warn('attribute_unknown', `Атрибута ${name} у виджета нет. Возможно, нужен ${suggestedName}.`);
  }
  for (const name of Object.keys(INVALID_VALUE_FINDINGS) as EnumeratedAttributeName[]) {
    const { code, noun } = INVALID_VALUE_FINDINGS[name];
    const given = value(name);
    const { values }: { values: readonly string[] } = WIDGET_ATTRIBUTES[name];
    if (given && !values.includes(given))
      warn(code, `${noun} ${name}="${given.slice(0, 40)}" нет. Напишите ${values.join(', ')}.`);
  }
  const [api, claim] = [value('api'), value('claim')];
  if (api && !isHttpUrl(api))
    warn(
      'api_invalid',
      `api="${api.slice(0, 80)}" не адрес. Взят адрес скрипта. Напишите целиком: ${suggestServerUrl(api)}.`,
    );
  if (claim && !v.is(Uuid, claim.replace(/#.*/s, '')))
    warn('claim_invalid', 'В атрибуте claim не номер заявки: нужен uuid или uuid#secret.');
  return found;
}

/** Suggests a URL for a value without a scheme: http for this machine, else https. */
function suggestServerUrl(api: string): string {
  const host = /^\s*([\w.-]+(?::\d+)?)(?:\/\S*)?\s*$/.exec(api)?.[1] ?? 'exchange.example';
  return `http${/^(localhost|127\.)/.test(host) ? '' : 's'}://${host}`;
}
