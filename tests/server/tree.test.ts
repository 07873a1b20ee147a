import { expect, test } from 'vitest';
import { parseMarkup } from '#server/platform/prerender/parseMarkup.ts';

test.each([
  ['<p>да</p>', [['p', {}, 'да']]],
  ['<input inputMode="decimal"/>', [['input', { inputmode: 'decimal' }]]],
  ['<p class="a b" data-x="">1<!-- --> 2</p>', [['p', { class: 'a b', 'data-x': '' }, '1', ' 2']]],
  [
    '<p title="&quot;&#x27;&lt;&amp;lt;&gt;">&amp;amp; &lt;b&gt;</p>',
    [['p', { title: `"'<&lt;>` }, '&amp; <b>']],
  ],
  [
    '<i></i><input value="1"/><b>x</b>',
    [
      ['i', {}],
      ['input', { value: '1' }],
      ['b', {}, 'x'],
    ],
  ],
  [
    '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
    [['svg', { viewBox: '0 0 1 1' }, ['path', { d: 'M0 0' }]]],
  ],
])('%s', (html, expected) => {
  expect(parseMarkup(html)).toEqual(expected);
});

test.each(['text', '<p a="1" a="2">x</p>', '<p>text < more</p>', '<p>x</p', '<b/>'])(
  '%s is refused',
  html => {
    expect(() => parseMarkup(html)).toThrow('markup');
  },
);
