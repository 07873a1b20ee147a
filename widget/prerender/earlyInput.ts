import type { CalculatorSettings } from '#core/contract/course/calculatorSettings.ts';
import { resolveCourseType } from '#core/exchange/course.ts';
import type { SideName } from '#core/exchange/course.ts';
import { getPricingTerms } from '#core/exchange/form/pairView.ts';
import type { TypedAmount } from '#core/exchange/form/exchangeModel.ts';
import { applyKeystroke, deriveFromTyped, formatAmountText } from '#core/exchange/form/typedAmounts.ts';
import { getFontStep } from '../form/fontStep.ts';

/** Input made in a prerendered form before hydration. */
export interface EarlyInput {
  /** The amount typed last; null if nothing was typed. */
  typed: TypedAmount | null;
  /** Whether the field still has the focus. If not, the amount is committed. */
  isEditing: boolean;
  /** Whether the form was used at all. */
  wasTouched: boolean;
  /** The last button or radio pressed; its action is still pending. */
  pressedElement: HTMLElement | null;
}

/**
 * Controls that work only after hydration, which repeats the last click on
 * one. Enter in a field clicks the submit button.
 */
const ACTION_SELECTOR = 'button, [type=radio]';

/**
 * Keeps the two amounts of a prerendered form in sync as the model does, and records the input. The returned
 * function stops this and returns the input.
 */
export function captureEarlyInput(
  mountPoint: Element,
  { pair, verificationFirst }: CalculatorSettings,
): () => EarlyInput {
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  const findField = (side: SideName) => mountPoint.querySelector<HTMLInputElement>(`#${side}`);
  const fields = { from: findField('from'), to: findField('to') };
  const initialTexts = { from: fields.from?.defaultValue ?? '', to: fields.to?.defaultValue ?? '' };
  const lastTexts = { ...initialTexts };
  const type = resolveCourseType(null, pair?.verificationCourse != null, verificationFirst);
  const terms = pair ? getPricingTerms(pair, type) : null;
  let current = applyKeystroke(null, 'from', initialTexts.from, terms);
  let hasTyped = false;
  let wasTouched = false;
  let pressedElement: HTMLElement | null = null;

  function updateField(side: SideName, text: string) {
    const input = fields[side];
    if (!input) return;
    lastTexts[side] = text;
    // Setting the same text again would clear the field's undo history.
    if (input.value !== text) input.value = text;
    const fontStep = getFontStep(text);
    if (fontStep) input.dataset.len = fontStep;
    else delete input.dataset.len;
  }

  function enterText(side: SideName, text: string) {
    hasTyped = true;
    current = applyKeystroke(current, side, text, terms);
    updateField(side, text);
    const other = side === 'from' ? 'to' : 'from';
    if (terms)
      updateField(other, formatAmountText(other, current, deriveFromTyped(current, terms), terms.decimals));
  }

  /** Reads text typed before the listeners were added, or set without an input event. */
  function readFields() {
    for (const side of ['from', 'to'] as const) {
      const text = fields[side]?.value;
      if (text !== undefined && text !== lastTexts[side]) enterText(side, text);
    }
  }

  mountPoint.addEventListener('input', readFields, options);
  for (const name of ['pointerdown', 'keydown'])
    mountPoint.addEventListener(name, () => void (wasTouched = true), options);
  mountPoint.addEventListener(
    'click',
    event => {
      const control = (event.target as Element).closest<HTMLElement>(ACTION_SELECTOR);
      if (!control) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressedElement = control;
    },
    options,
  );
  readFields();

  return () => {
    readFields();
    listeners.abort();
    const { activeElement } = mountPoint.getRootNode() as ShadowRoot;
    const isEditing = activeElement === fields[current.side];
    return {
      typed: hasTyped ? current : null,
      isEditing,
      // Tab into the form is a key press outside of it.
      wasTouched: wasTouched || hasTyped || activeElement !== null,
      pressedElement,
    };
  };
}
