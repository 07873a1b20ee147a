import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import type { SideName } from '#core/exchange/course.ts';
import { findExceededLimit } from '../format.ts';
import type { WidgetContext } from '../widgetContext.ts';
import { lazyFormExtras } from '../Message.tsx';
import { FormNotices } from './FormNotices.tsx';
import { CityField } from './CityField.tsx';
import { CourseBar } from './CourseBar.tsx';
import { AmountSide } from './AmountSide.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { CourseTypes } from './CourseTypes.tsx';

/** Target of the focus when the form is shown again: a currency button or the primary button. */
export type FocusTarget = SideName | 'button' | null;

/** The exchange form: both amounts, the course and the primary button. */
export function ExchangeForm({
  controller,
  onPick,
  focusTarget,
}: {
  controller: WidgetContext;
  /** Opens the picker; resolves to false if its module could not be loaded. */
  onPick: (side: SideName) => Promise<boolean>;
  focusTarget: FocusTarget;
}) {
  useSignals();
  const { exchange, base, isExchangeSite } = controller;
  // Prerendered markup contains no extras.
  const Extras = controller.isHydrating.value ? null : lazyFormExtras.module.value;
  const [from, to] = [exchange.from.value?.ticker, exchange.to.value?.ticker];
  const hasReplaced = exchange.replacements.value.length > 0;
  const formRef = useRef<HTMLFormElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [hasLoadFailed, setHasLoadFailed] = useState(false);

  useEffect(() => {
    if (focusTarget) formRef.current?.querySelector<HTMLElement>(`[data-focus=${focusTarget}]`)?.focus();
  }, [focusTarget]);

  useEffect(() => {
    if (hasReplaced) void lazyFormExtras.load();
  }, [hasReplaced]);

  const openPicker = async (side: SideName) => setHasLoadFailed(!(await onPick(side)));

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const exceeded = findExceededLimit(exchange);
    if (exceeded)
      return exchange.setToLimit(exceeded.side, exceeded.hint.kind === 'below_min' ? 'min' : 'max');
    if (!exchange.commitAmount() || exchange.closedReason.peek()) return;
    if (exchange.freshness.peek() === 'stale') return exchange.retry();
    if (exchange.isCityMissing.peek())
      return formRef.current?.querySelector<HTMLElement>('[data-focus=city]')?.focus();
    setIsBusy(true);
    const claim = await controller.loadClaim();
    setHasLoadFailed(!claim);
    await claim?.goToNextStep();
    setIsBusy(false);
  };

  const [linkOrigin, linkAttributes] = isExchangeSite
    ? ['', {}]
    : [base, { target: '_blank', rel: 'noopener' }];
  return (
    <form
      className="panel"
      // A submit before the scripts are loaded does not leave the page.
      method="dialog"
      part="panel"
      aria-label={`Обмен валюты: ${from} на ${to}`}
      noValidate
      ref={formRef}
      onSubmit={submit}
    >
      {hasReplaced && Extras && <Extras.ReplacedNotice exchange={exchange} />}
      <div className="pair">
        <AmountSide exchange={exchange} side="from" onPick={openPicker} />
        <CourseBar exchange={exchange} />
        <AmountSide exchange={exchange} side="to" onPick={openPicker} />
      </div>
      <CityField exchange={exchange} />
      <CourseTypes exchange={exchange} />
      <FormNotices exchange={exchange} isConnectionLost={hasLoadFailed} />
      <SubmitButton exchange={exchange} isBusy={isBusy} />
      <p className="fine-print">
        <a href={`${linkOrigin}/rules`} {...linkAttributes}>
          Правила обмена
        </a>{' '}
        и{' '}
        <a href={`${linkOrigin}/aml`} {...linkAttributes}>
          AML-политика
        </a>
      </p>
      {Extras && <Extras.UnfinishedClaimButton controller={controller} />}
      {Extras && <Extras.AmountsAnnouncement exchange={exchange} />}
    </form>
  );
}
