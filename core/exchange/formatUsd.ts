import { localizeDecimal } from './amount.ts';

/** Formats dollars without zero cents: "1250.5000" → «1 250,50 $», "20.0000" → «20 $», "-0.0413" → «−0,0413 $». */
export function formatUsd(text: string): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const significant = fraction.replace(/0+$/, '');
  const cents = significant === '' ? '' : `.${significant.padEnd(2, '0')}`;
  return `${text.startsWith('-') ? '−' : ''}${localizeDecimal(whole + cents)}\u00a0$`;
}
