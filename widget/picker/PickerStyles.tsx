import { useInsertionEffect } from 'react';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import styles from './picker.css?inline';

const pickerStyleSheet = createStyleSheet(styles);

/** Adds the picker's style sheet to the shadow root. */
export function PickerStyles({ root }: { root: ShadowRoot }) {
  useInsertionEffect(() => adoptStyleSheet(root, pickerStyleSheet), [root]);
  return null;
}
