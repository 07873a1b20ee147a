import { expect, test } from 'vitest';
import { pluralize, selectPluralForm } from '#core/pluralize.ts';

const MINUTES = ['минута', 'минуты', 'минут'] as const;

test('joins a count and its noun with a no-break space', () => {
  expect(pluralize(2, MINUTES)).toBe('2 минуты');
});

test('selects the form that Intl.PluralRules selects', () => {
  const rules = new Intl.PluralRules('ru');
  const forms: Record<string, string> = { one: 'минута', few: 'минуты', many: 'минут' };
  for (let count = 0; count <= 1011; count++)
    expect(selectPluralForm(count, MINUTES), String(count)).toBe(forms[rules.select(count)]);
});
