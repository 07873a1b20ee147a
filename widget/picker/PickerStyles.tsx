import { useInsertionEffect } from 'react';
import { adoptStyleSheet, createStyleSheet } from '../styles/styleSheet.ts';
import styles from './picker.css?inline';

const pickerStyleSheet = createStyleSheet(styles);

/** Brings the picker's sheet into the widget that shows it. */
export function PickerStyles({ root }: { root: ShadowRoot }) {
  useInsertionEffect(() => adoptStyleSheet(root, pickerStyleSheet), [root]);
  return null;
}
