import type { JSXSource } from 'react/jsx-dev-runtime';
import type { Key, ReactElement } from 'react';
import { jsxDEV as createElement } from 'react/jsx-dev-runtime';
import { typesetProps } from './jsx-runtime.ts';

export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from 'react/jsx-dev-runtime';

/** `jsx` and `jsxs` of development. */
export const jsxDEV = (
  type: Parameters<typeof createElement>[0],
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement => createElement(type, typesetProps(type, props), key, isStatic, source, self);
