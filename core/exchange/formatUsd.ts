import { localizeDecimal, trimTrailingZeros } from './amount.ts';

/** Formats dollars without zero cents: "1250.5000" → «1 250,50 $», "20.0000" → «20 $», "-0.0413" → «−0,0413 $». */
export function formatUsd(text: string): string {
  return `${localizeDecimal(trimTrailingZeros(text).replace(/\.\d$/, '$&0'))}\u00a0$`;
}
