import { useSignals } from '@preact/signals-react/runtime';
import type { RequisiteField } from '#core/contract/course/pair.ts';
import { formatCourseLine, appendUnit } from '#core/exchange/formatMoney.ts';
import { getFieldLabel } from '#core/exchange/requisites/fieldLabel.ts';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { Notice, FormNotices } from '../../form/FormNotices.tsx';
import { formatRequisite } from '../format/formatRequisite.ts';
import { StepHeader, StepProgress } from '../elements/StepHeader.tsx';
import { CLAIM_ICON_PATHS } from '../claimIcons.ts';
import { SummaryList, type SummaryLine } from '../elements/SummaryList.tsx';
import type { ScreenContext } from '../screenContext.ts';

/** Minutes for which the course is frozen. Crypto payments get more time. */
const COURSE_LOCK_MINUTES = { crypto: 30, other: 20 } as const;

/** Summary before the claim is created, also shown while the request runs (phase `sending`). */
export function ConfirmScreen({
  context: { controller, claimModel, hasInteracted },
}: {
  context: ScreenContext;
}) {
  useSignals();
  const { exchange } = controller;
  const phase = claimModel.phase.value;
  const isSending = phase.phase === 'sending';
  const [from, to, courseType] = [exchange.from.value, exchange.to.value, exchange.courseType.value];
  const offer = exchange.courseOptions.value.find(option => option.type === courseType);
  const [fromText, toText] = [exchange.amountText.from.value, exchange.amountText.to.value];
  const fields = exchange.draft.fields.value;
  const email = exchange.draft.email.value;
  const promocode = exchange.draft.promocode.value;
  const city = exchange.city.value;
  // A backend without quotes guarantees neither a cancellation nor the time for which the course is fixed.
  const isQuoted = exchange.pair.value?.quote != null;
  if (!from || !to || !offer) return null;

  const fieldLine = (side: 'from' | 'to', field: RequisiteField): SummaryLine => {
    const value = exchange.draft.getValue(side, field.name);
    const label = field.options?.find(option => option.value === value)?.label;
    return { name: getFieldLabel(field), value: label ?? formatRequisite(field.type, value) };
  };
  const lines: SummaryLine[] = [
    { name: 'Отдаёте', value: appendUnit(fromText, from.ticker), big: true },
    { name: 'Получаете', value: appendUnit(toText, to.ticker), big: true },
    { name: 'Курс', value: formatCourseLine(offer.displayed) },
    { name: 'Откуда', value: [from.name, from.network].filter(Boolean).join(', ') },
    { name: 'Куда', value: [to.name, to.network].filter(Boolean).join(', ') },
    ...(city ? [{ name: 'Город', value: city.name }] : []),
    ...fields.to.map(field => fieldLine('to', field)),
    ...fields.from.map(field => fieldLine('from', field)),
    { name: 'Почта', value: email },
    { name: 'Промокод', value: promocode.state === 'applied' ? promocode.text : '' },
  ].filter(line => line.value !== '');
  const lockMinutes = from.kind === 'crypto' ? COURSE_LOCK_MINUTES.crypto : COURSE_LOCK_MINUTES.other;
  const needsPhoto = courseType === 'verification' || exchange.cardPhotoThreshold.value;
  return (
    <section className="panel" part="panel" aria-label="Проверка заявки">
      <StepHeader
        title="Всё верно?"
        subtitle={isQuoted ? 'Заявку можно отменить до оплаты' : undefined}
        hasInteracted={hasInteracted}
        onBack={isSending && !phase.isOutcomeUnknown ? undefined : () => claimModel.goBack()}
      />
      <StepProgress current={2} />
      <SummaryList lines={lines} />
      {isQuoted && (
        <Notice icon={needsPhoto ? ICON_PATHS.shield : CLAIM_ICON_PATHS.clock}>
          {needsPhoto
            ? 'Сначала проверим фото карты, потом покажем реквизиты и зафиксируем курс'
            : 'Курс зафиксируем'}{' '}
          на {lockMinutes} минут
          {needsPhoto ? '. Если он станет хуже, спросим вас.' : ' с момента создания заявки.'}
        </Notice>
      )}
      {isSending && phase.isOutcomeUnknown ? (
        <Notice kind="warning" icon={CLAIM_ICON_PATHS.clock} role="status">
          Ответа пока нет. Проверяем, создана ли заявка: второй такой же не будет.
        </Notice>
      ) : (
        <FormNotices exchange={exchange} isBrief />
      )}
      <button
        className="button"
        part="button"
        type="button"
        aria-disabled={isSending || undefined}
        onClick={() => void (isSending || claimModel.createClaim())}
      >
        {isSending ? 'Создаём заявку…' : 'Создать заявку'}
        {isSending && (
          <span className="progress running">
            <i />
          </span>
        )}
      </button>
    </section>
  );
}
