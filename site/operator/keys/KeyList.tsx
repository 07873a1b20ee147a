import { useEffect, useId, useRef, useState } from 'react';
import { keySwitch } from './deviceSwitch.ts';
import '../../shell/messages/MessageModal.css';

/** The keys of the desk, for people. */
const KEYS: readonly (readonly [keys: readonly string[], meaning: string])[] = [
  [['J', 'K'], 'следующая и предыдущая строка'],
  [['Enter'], 'открыть строку или значение'],
  [['Esc'], 'оставить значение как есть'],
  [['/'], 'поиск'],
  [['↓'], 'из поиска к первой строке'],
  [['T'], 'сегодня'],
  [['C'], 'заявки'],
  [['V'], 'проверки карт'],
  [['B'], 'поступления'],
  [['E'], 'курсы'],
  [['R'], 'резервы'],
  [['D'], 'валюты'],
  [['G'], 'реквизиты'],
  [['P'], 'выплаты партнёрам'],
  [['L'], 'письма'],
  [['O'], 'оборот'],
  [['A'], 'журнал'],
  [['S'], 'сотрудники'],
  [['Y'], 'настройки'],
  [['M'], 'скидки и промокоды'],
  [['I'], 'партнёры'],
  [['N'], 'следующая карта'],
  [['?'], 'этот список'],
];

/** Dialog with the list of keys. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const [isOn, setIsOn] = useState(keySwitch.isOn);
  // The heading has the focus: that of the button would scroll the list to its end.
  useEffect(() => {
    dialogRef.current?.showModal();
    headingRef.current?.focus();
  }, []);
  return (
    <dialog ref={dialogRef} className="message-modal" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} tabIndex={-1} ref={headingRef}>
        Клавиши
      </h2>
      <dl className="key-list">
        {KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p role="status">{isOn ? 'Включены на этом устройстве.' : 'Выключены на этом устройстве.'}</p>
      <button
        type="button"
        className="button quiet"
        onClick={() => {
          keySwitch.turn(!isOn);
          setIsOn(!isOn);
        }}
      >
        {isOn ? 'Выключить клавиши' : 'Включить клавиши'}
      </button>
      <button type="button" className="button" onClick={() => dialogRef.current?.close()}>
        Закрыть
      </button>
    </dialog>
  );
}
