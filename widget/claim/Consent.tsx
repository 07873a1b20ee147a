import { useSignals } from '@preact/signals-react/runtime';
import type { Draft } from '#core/exchange/model.ts';
import { Icon, paths } from '../Icon.tsx';
import type { Life } from '../life.ts';

/** The consent to rules and AML, without which there is no claim. */
export function Consent({ life, draft }: { life: Life; draft: Draft }) {
  useSignals();
  const [given, error] = [draft.consent.value, draft.errors.value.consent];
  const target = life.home ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <div className="f">
      <label className="chk">
        <span className="box">
          <input
            type="checkbox"
            name="consent"
            required
            checked={given}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'consent-error' : undefined}
            onChange={event => draft.setConsent(event.target.checked)}
          />
          <Icon d={paths.check} size={16} />
        </span>
        <span>
          Принимаю{' '}
          <a href={`${life.base}/rules`} {...target}>
            правила обмена
          </a>{' '}
          и&nbsp;
          <a href={`${life.base}/aml`} {...target}>
            AML-политику
          </a>
        </span>
      </label>
      {error && (
        <p className="err" id="consent-error">
          Отметьте согласие: без него заявку не&nbsp;создать
        </p>
      )}
    </div>
  );
}
