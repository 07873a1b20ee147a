import { describe, expect, it } from 'vitest';
import { parseCourse, derivePairLimits } from '#core/exchange/course.ts';
import { deriveAmountHint } from '#core/exchange/form/amountHint.ts';
import { commitTypedAmount, swapTypedSide } from '#core/exchange/form/commitTypedAmount.ts';
import type { TypedAmount } from '#core/exchange/form/exchangeModel.ts';
import { applyKeystroke, deriveFromTyped } from '#core/exchange/form/typedAmounts.ts';

const decimals = { from: 2, to: 2 };
const rate = parseCourse('81.42');
const limits = derivePairLimits({ min: 50_00n, max: 18_000_00n }, { min: null, max: null }, rate, decimals);
const terms = { rate, limits, decimals, defaultAmount: null };
const reserve = { value: '4218560.00', text: '4 218 560' };

/** Replaces no-break spaces by plain ones to keep the table readable. */
function withPlainSpaces<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' ')) as T;
}

function hintsAfterTyping(side: 'from' | 'to', text: string, settled = false) {
  const keystroke = applyKeystroke(null, side, text, terms);
  const { typed } = settled ? commitTypedAmount(keystroke, terms) : { typed: keystroke };
  const amounts = deriveFromTyped(typed, terms);
  const hint = (hintSide: 'from' | 'to') =>
    deriveAmountHint(hintSide, { typedAmount: typed, amounts: amounts, limits, decimals, reserve });
  return withPlainSpaces({ typed, from: hint('from'), to: hint('to') });
}

const ownLimits = { kind: 'limits', min: { value: '50.00', text: '50' }, max: { text: '18 000' } };

describe('the hint beside a field', () => {
  it.each([
    ['from', '1250', ownLimits],
    ['from', '', ownLimits],
    ['from', '49,99', { kind: 'below_min', limit: { text: '50' } }],
    ['from', '18000,01', { kind: 'above_max', limit: { text: '18 000' } }],
    ['from', '1.234', { kind: 'below_min', reading: '= 1,23' }],
    ['from', '100.234', { kind: 'reading', text: '= 100,23' }],
    ['from', '100,239', { kind: 'reading', text: '= 100,23' }],
    ['from', '100,200', { kind: 'reading', text: '= 100,2' }],
    ['from', '1.234.567', { kind: 'above_max', reading: '= 1 234 567' }],
    ['from', '12a', { kind: 'unreadable', code: 'number_format' }],
    ['from', '.', { kind: 'unreadable' }],
    ['to', '100', { kind: 'below_min', limit: { value: '4071.00', text: '4 071' } }],
    ['to', '9999999', { kind: 'above_max', limit: { text: '1 465 560' } }],
    ['to', '5000', { kind: 'limits', min: { text: '4 071' } }],
  ] as const)('%s «%s» → %j', (side, text, expected) => {
    expect(hintsAfterTyping(side, text)[side]).toMatchObject(expected);
  });

  it('shows the other field’s own hint: limits when sending, the reserve when receiving', () => {
    expect(hintsAfterTyping('from', '1').to).toEqual({ kind: 'reserve', amount: reserve });
    expect(hintsAfterTyping('to', '1').from).toMatchObject(ownLimits);
  });

  it('says which amount a limit has replaced after the text has snapped', () => {
    expect(hintsAfterTyping('from', '1', true)).toMatchObject({
      from: { kind: 'adjusted', limit: 'min', previous: '1' },
      typed: { text: '50,00', value: '50.00' },
    });
    expect(hintsAfterTyping('to', '99999999', true)).toMatchObject({
      to: { kind: 'adjusted', limit: 'max', previous: '99 999 999' },
      typed: { text: '1 465 560,00' },
    });
  });

  it('keeps the replaced amount when the limit moves, and forgets it at the next keystroke and swap', () => {
    const { typed } = hintsAfterTyping('from', '1', true);
    const movedTerms = { ...terms, limits: { ...terms.limits, from: { ...terms.limits.from, min: 60_00n } } };
    const moved = commitTypedAmount(typed, movedTerms).typed;
    expect(moved).toMatchObject({ text: '60,00', adjustment: { limit: 'min', previous: '1' } });
    expect(applyKeystroke(moved, 'from', '70', terms).adjustment).toBeUndefined();
    expect(swapTypedSide(moved)?.adjustment).toBeUndefined();
  });
});

describe('typing', () => {
  const typeTexts = (...inputs: readonly (readonly ['from' | 'to', string])[]) =>
    inputs.reduce<TypedAmount | null>(
      (typed, [side, text]) => applyKeystroke(typed, side, text, terms),
      null,
    );

  it('keeps the last valid amount and the text while the text is unreadable', () => {
    const typed = typeTexts(['from', '1250'], ['from', '1250a']);
    expect(typed).toMatchObject({ text: '1250a', value: '1250' });
    expect(deriveFromTyped(typed, terms).from).toBe(1250_00n);
    expect(commitTypedAmount(typed, terms)).toMatchObject({
      isReadable: false,
      typed: { text: '1250a', isEditing: false },
    });
  });

  it('keeps the derived amount for an unreadable first keystroke', () => {
    const typed = typeTexts(['from', '100'], ['to', 'x']);
    expect(deriveFromTyped(typed, terms)).toMatchObject({ from: 100_00n, to: 8142_00n });
  });

  it('uses the operator’s default amount if nothing is typed, within the limits', () => {
    for (const [defaultAmount, expected] of [
      [1000_00n, 1000_00n],
      [1n, 50_00n],
      [90_000_00n, 18_000_00n],
    ] as const)
      expect(deriveFromTyped(null, { ...terms, defaultAmount })).toMatchObject({
        from: expected,
        clampedTo: null,
      });
    expect(deriveFromTyped(typeTexts(['from', '70']), { ...terms, defaultAmount: 1000_00n }).from).toBe(
      70_00n,
    );
  });

  it('uses the minimum if nothing is typed', () => {
    expect(deriveFromTyped(null, terms)).toMatchObject({ from: 50_00n, clampedTo: null });
    const emptied = typeTexts(['from', '']);
    expect(deriveFromTyped(emptied, terms).from).toBe(50_00n);
    expect(commitTypedAmount(emptied, terms)).toEqual({ typed: null, isReadable: true });
  });

  it('keeps the same object if committing changes nothing', () => {
    const { typed } = commitTypedAmount(typeTexts(['from', '1250']), terms);
    expect(commitTypedAmount(typed, terms).typed).toBe(typed);
  });
});
