import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import { Message } from '../Message.tsx';

/** Placeholder of the form's size while it loads. If loading fails, it shows the error and a retry button. */
export function FormSkeleton({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const phase = exchange.phase.value;
  const errorCode = phase.phase === 'failed' ? phase.code : null;
  return (
    <section className="panel" part="panel" aria-label="Обмен валюты" aria-busy={errorCode === null}>
      {errorCode === null && (
        <p className="visually-hidden" role="status">
          Загружаем курсы
        </p>
      )}
      <div className="pair" aria-hidden="true">
        <SideSkeleton />
        <div className="course-bar">
          <div className={errorCode === null ? 'progress running' : 'progress failed'} part="line">
            <i />
          </div>
          <span className="skeleton" />
        </div>
        <SideSkeleton />
      </div>
      {errorCode === null ? (
        <div aria-hidden="true">
          <span className="skeleton block" />
          <span className="skeleton block" />
        </div>
      ) : (
        <>
          <div className="note error" role="alert" part="note">
            <Icon d={ICON_PATHS.off} size={20} />
            <p>
              <Message code={errorCode} fallback="Нет связи с сервером" />. Форма попробует ещё раз сама.
            </p>
          </div>
          <button className="button" part="button" type="button" onClick={() => exchange.retry()}>
            <Icon d={ICON_PATHS.refresh} />
            Повторить
          </button>
        </>
      )}
    </section>
  );
}

function SideSkeleton() {
  return (
    <div className="side">
      <span className="skeleton" />
      <span className="skeleton figure" />
      <span className="skeleton currency" />
      <span className="skeleton" />
    </div>
  );
}
