import { expect, test } from 'vitest';
import { formatDocument } from '#widget/claim/receipt/printElement.ts';

test('texts of a saved document stay text', () => {
  const element = document.createElement('div');
  const heading = document.createElement('h3');
  heading.textContent = 'Чек </title><script>alert(1)</script>';
  element.append(heading);
  const html = formatDocument(element);
  expect(html).not.toContain('<script>');
  expect(new DOMParser().parseFromString(html, 'text/html').title).toBe(heading.textContent);
});
