import { useSignals } from '@preact/signals-react/runtime';
import type { Exchange } from '#core/exchange/model.ts';
import { withUnit } from '../figures.ts';

const names = { default: 'Обычный курс', verification: 'С верификацией' } as const;

/** Characters of a course that fit beside the radio on a phone. */
const LONG = 10;

/** The two courses of a pair, the gain in money; nothing where there is only one. */
export function Types({ exchange }: { exchange: Exchange }) {
  useSignals();
  const [offers, type] = [exchange.offers.value, exchange.courseType.value];
  if (offers.length < 2) return null;
  return (
    <fieldset className="types">
      <legend className="vh">Вид курса</legend>
      {offers.map(offer => (
        <label className="type" key={offer.type}>
          <input
            type="radio"
            name="course"
            checked={offer.type === type}
            onChange={() => exchange.chooseType(offer.type)}
          />
          <span>{names[offer.type]}</span>
          <b className="num" data-len={offer.text.length > LONG ? 'l' : undefined}>
            {offer.text}
            {offer.type === 'verification' && <Gain exchange={exchange} />}
          </b>
        </label>
      ))}
    </fieldset>
  );
}

/** What the verification course brings for the present sum: all here that a keystroke changes. */
function Gain({ exchange }: { exchange: Exchange }) {
  useSignals();
  const gain = exchange.gain.value;
  return gain && <em>+{withUnit(gain, exchange.to.value?.ticker ?? '')}</em>;
}
