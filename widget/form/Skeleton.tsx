import { useSignals } from '@preact/signals-react/runtime';
import type { Exchange } from '#core/exchange/model.ts';
import { Icon, paths } from '../Icon.tsx';
import { Sentence } from '../Sentence.tsx';

/** The form's own sizes while there is nothing to put into them; with the way out when loading has failed. */
export function Skeleton({ exchange }: { exchange: Exchange }) {
  useSignals();
  const phase = exchange.phase.value;
  const code = phase.phase === 'failed' ? phase.code : null;
  return (
    <section className="x" part="panel" aria-label="Обмен валюты" aria-busy={code === null}>
      {code === null && (
        <p className="vh" role="status">
          Загружаем курсы
        </p>
      )}
      <div className="pair" aria-hidden="true">
        <Bones />
        <div className="seam">
          <div className={code === null ? 'bar run' : 'bar err'} part="line">
            <i />
          </div>
          <span className="sk" />
        </div>
        <Bones />
      </div>
      {code === null ? (
        <div aria-hidden="true">
          <span className="sk b" />
          <span className="sk b" />
        </div>
      ) : (
        <>
          <div className="note e" role="alert" part="note">
            <Icon d={paths.off} size={20} />
            <p>
              <Sentence code={code} otherwise="Нет связи с сервером" />. Форма попробует ещё раз сама.
            </p>
          </div>
          <button className="btn" part="button" type="button" onClick={() => exchange.retry()}>
            <Icon d={paths.refresh} />
            Повторить
          </button>
        </>
      )}
    </section>
  );
}

function Bones() {
  return (
    <div className="side">
      <span className="sk" />
      <span className="sk a" />
      <span className="sk c" />
      <span className="sk" />
    </div>
  );
}
