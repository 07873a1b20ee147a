import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { appendUnit } from '#core/exchange/formatMoney.ts';

const COURSE_TYPE_LABELS = { default: 'Обычный курс', verification: 'С верификацией' } as const;

/** Longest course, in characters, that fits beside the gain on a phone. */
const MAX_COURSE_CHARS_BESIDE_RADIO = 10;

/** Radio buttons for the two courses of a pair. Renders nothing if there is only one. */
export function CourseTypes({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const [offers, type] = [exchange.courseOptions.value, exchange.courseType.value];
  if (offers.length < 2) return null;
  return (
    <fieldset className="types">
      <legend className="visually-hidden">Вид курса</legend>
      {offers.map(offer => (
        <label className="type" key={offer.type}>
          <input
            type="radio"
            name="course"
            checked={offer.type === type}
            onChange={() => exchange.selectCourseType(offer.type)}
          />
          <span>{COURSE_TYPE_LABELS[offer.type]}</span>
          <b
            className="numeric"
            data-len={offer.displayed.price.length > MAX_COURSE_CHARS_BESIDE_RADIO ? 'l' : undefined}
          >
            {offer.displayed.price}
            {offer.type === 'verification' && <VerificationGain exchange={exchange} />}
          </b>
        </label>
      ))}
    </fieldset>
  );
}

/** The extra amount received with the verification course. A separate component: only it re-renders on a keystroke. */
function VerificationGain({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const gain = exchange.verificationGain.value;
  return gain && <em>+{appendUnit(gain, exchange.to.value?.ticker ?? '')}</em>;
}
