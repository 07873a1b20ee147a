import type { Key, ReactElement } from 'react';
import { Fragment, jsx as createElement, jsxs as createElementOfMany } from 'react/jsx-runtime';
import { applyTypography } from '#core/typography.ts';

export { Fragment };
export type { JSX } from 'react/jsx-runtime';

type Props = Record<string, unknown>;
type ElementType = Parameters<typeof createElement>[0];

/** Elements whose text is code or a value. */
const LITERAL_TAGS = /^(?:code|pre|option)$/;

/** Other texts have no space to set: names, addresses, code. */
const RUSSIAN_OR_UNIT = /[а-яё№%₽$]/i;

/** Stands for a child that is no text: the words before and after it are not adjacent. */
const OBJECT = '.';

/** What React renders for a child, in one line with its neighbours. */
function getText(child: unknown): string {
  if (typeof child === 'string' || typeof child === 'number') return String(child);
  return child === null || child === undefined || typeof child === 'boolean' ? '' : OBJECT;
}

/** Sets the spaces of adjacent texts as one line: a word and the value or the unit after it are often two children. */
function typesetChildren(children: readonly unknown[]): readonly unknown[] {
  const texts = children.map(getText);
  const line = texts.join('');
  const typeset = line.includes(' ') && RUSSIAN_OR_UNIT.test(line) ? applyTypography(line) : line;
  let end = 0;
  return children.map((child, index) => {
    const start = end;
    // A space of any width is one character, so the parts keep their lengths.
    end += texts[index]?.length ?? 0;
    if (Array.isArray(child)) return typesetChildren(child);
    return typeof child === 'string' ? typeset.slice(start, end) : child;
  });
}

/** Changes the text of an element or a fragment. The compiler creates the properties anew for each element. */
export function typesetProps(type: unknown, props: Props): Props {
  const { children } = props;
  if (typeof type === 'string' ? LITERAL_TAGS.test(type) : type !== Fragment) return props;
  if (typeof children === 'string') [props.children] = typesetChildren([children]);
  else if (Array.isArray(children)) props.children = typesetChildren(children);
  return props;
}

/**
 * The JSX runtime of React (`jsxImportSource` in tsconfig.json) with no-break spaces in Russian text, which sources and
 * the server write with plain ones.
 */
export const jsx = (type: ElementType, props: Props, key?: Key): ReactElement =>
  createElement(type, typesetProps(type, props), key);

/** Like `jsx`, for children that are written one by one. */
export const jsxs = (type: ElementType, props: Props, key?: Key): ReactElement =>
  createElementOfMany(type, typesetProps(type, props), key);
