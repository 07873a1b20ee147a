import { expect, test } from 'vitest';
import { tree } from '#widget/first/tree.ts';

test.each([
  ['<p>да</p>', [['p', {}, 'да']]],
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
  expect(tree(html)).toEqual(expected);
});

test.each(['<p>', '</p>', '<p a=b>x</p>', 'text < more', '<p>x</p', '<p></p></p>'])(
  '%s is not what React writes',
  html => {
    expect(() => tree(html)).toThrow('markup');
  },
);
