import { localizeDecimal } from '../../exchange/amount.ts';

/** Formats dollars with at least two decimals: "1250.5000" → «1 250,50 $», "0.0413" → «0,0413 $», "-3.0000" → «−3,00 $». */
export function formatUsd(text: string): string {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const significant = fraction.replace(/0+$/, '').padEnd(2, '0');
  return `${text.startsWith('-') ? '−' : ''}${localizeDecimal(`${whole}.${significant}`)}\u00a0$`;
}
