import { useSignals } from '@preact/signals-react/runtime';
import type { ExchangeModel } from '#core/exchange/form/exchangeModel.ts';
import { Icon, ICON_PATHS } from '../icons/Icon.tsx';
import { Message } from '../Message.tsx';

/** The form's own sizes while there is nothing to put into them; with the way out when loading has failed. */
export function FormSkeleton({ exchange }: { exchange: ExchangeModel }) {
  useSignals();
  const phase = exchange.phase.value;
  const errorCode = phase.phase === 'failed' ? phase.code : null;
  return (
    <section className="x" part="panel" aria-label="Обмен валюты" aria-busy={errorCode === null}>
      {errorCode === null && (
        <p className="vh" role="status">
          Загружаем курсы
        </p>
      )}
      <div className="pair" aria-hidden="true">
        <SideSkeleton />
        <div className="seam">
          <div className={errorCode === null ? 'bar run' : 'bar err'} part="line">
            <i />
          </div>
          <span className="sk" />
        </div>
        <SideSkeleton />
      </div>
      {errorCode === null ? (
        <div aria-hidden="true">
          <span className="sk b" />
          <span className="sk b" />
        </div>
      ) : (
        <>
          <div className="note e" role="alert" part="note">
            <Icon d={ICON_PATHS.off} size={20} />
            <p>
              <Message code={errorCode} fallback="Нет связи с сервером" />. Форма попробует ещё раз сама.
            </p>
          </div>
          <button className="btn" part="button" type="button" onClick={() => exchange.retry()}>
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
      <span className="sk" />
      <span className="sk a" />
      <span className="sk c" />
      <span className="sk" />
    </div>
  );
}
