import { useInsertionEffect } from 'react';
import { adopt, sheet } from '../sheet.ts';
import styles from './picker.css?inline';

const own = sheet(styles);

/** Brings the picker's sheet into the widget that shows it. */
export function Style({ root }: { root: ShadowRoot }) {
  useInsertionEffect(() => adopt(root, own), [root]);
  return null;
}
