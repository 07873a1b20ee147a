import { expect, test } from 'vitest';
import { EVENT_TEXTS } from '#core/account/eventTexts.ts';

test('every event of the journal has a text of its own', () => {
  const texts = Object.values(EVENT_TEXTS);
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of texts) {
    expect(text).toMatch(/^[А-ЯЁ][^]+[^.]$/);
    expect(text).not.toMatch(/[!—–]| [сивдокнепу] /u);
  }
});
