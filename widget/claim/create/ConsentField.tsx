import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeDraft } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../../icons/Icon.tsx';
import type { WidgetContext } from '../../widgetContext.ts';

/** Consent to the rules and the AML policy, required to create a claim. */
export function ConsentField({ controller, draft }: { controller: WidgetContext; draft: ExchangeDraft }) {
  useSignals();
  const [isChecked, error] = [draft.consent.value, draft.errors.value.consent];
  const linkTarget = controller.isExchangeSite ? {} : { target: '_blank', rel: 'noopener' };
  return (
    <div className="field">
      <label className="checkbox">
        <span className="checkbox-control">
          <input
            type="checkbox"
            name="consent"
            required
            checked={isChecked}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'consent-error' : undefined}
            onChange={event => draft.setConsent(event.target.checked)}
          />
          <Icon d={ICON_PATHS.check} size={16} />
        </span>
        <span>
          Принимаю{' '}
          <a href={`${controller.base}/rules`} {...linkTarget}>
            правила обмена
          </a>{' '}
          и{' '}
          <a href={`${controller.base}/aml`} {...linkTarget}>
            AML-политику
          </a>
        </span>
      </label>
      {error && (
        <p className="error" id="consent-error">
          Отметьте согласие: без него заявку не создать
        </p>
      )}
    </div>
  );
}
