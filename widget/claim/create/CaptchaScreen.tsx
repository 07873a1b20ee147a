import { useState } from 'react';
import { Notice } from '../../form/FormNotices.tsx';
import { ICON_PATHS } from '../../icons/Icon.tsx';
import { StepHeader, StepProgress } from '../elements/StepHeader.tsx';
import { SupportLink } from '../elements/SupportLink.tsx';
import type { ScreenContext } from '../screenContext.ts';
import { CaptchaFrame } from './CaptchaFrame.tsx';

/** The captcha step. `isRepeated` if the previous token was rejected. */
export function CaptchaScreen({
  context: { controller, claimModel, hasInteracted },
  isRepeated,
}: {
  context: ScreenContext;
  isRepeated: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const retry = () => {
    setHasFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <section className="panel" part="panel" aria-label="Проверка, что вы не робот">
      <StepHeader
        title="Подтвердите, что вы не робот"
        subtitle={isRepeated ? 'Прошлая проверка не засчитана' : 'После этого создадим заявку'}
        hasInteracted={hasInteracted}
        onBack={() => claimModel.goBack()}
      />
      <StepProgress current={2} />
      {hasFailed ? (
        <CaptchaUnavailable context={{ controller, claimModel, hasInteracted }} onRetry={retry} />
      ) : (
        <CaptchaFrame
          key={attempt}
          serverOrigin={controller.base}
          onPassed={token => void claimModel.submitCaptcha(token)}
          onFailed={() => setHasFailed(true)}
        />
      )}
    </section>
  );
}

/** The captcha cannot be shown: offers a retry, or the exchange's own site. */
function CaptchaUnavailable({
  context: { controller },
  onRetry,
}: {
  context: ScreenContext;
  onRetry: () => void;
}) {
  const { exchange } = controller;
  const [from, to] = [exchange.from.peek()?.code ?? '', exchange.to.peek()?.code ?? ''];
  const query = new URLSearchParams({ cur_from: from, cur_to: to, amount: exchange.amountText.from.peek() });
  return (
    <>
      <Notice kind="error" icon={ICON_PATHS.alert} role="alert">
        Проверка не загрузилась. Её могла закрыть сеть
        {controller.isExchangeSite ? '' : ' или эта страница'}.
      </Notice>
      <button className="button" part="button" type="button" onClick={onRetry}>
        Повторить
      </button>
      {!controller.isExchangeSite && (
        <a className="button text" href={`${controller.base}/?${query}`} target="_blank" rel="noopener">
          Обменять на сайте обменника
        </a>
      )}
      <SupportLink controller={controller} />
    </>
  );
}
