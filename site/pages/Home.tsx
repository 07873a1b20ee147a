import { useEffect } from 'react';
import { Board } from '../home/Board.tsx';
import { Exchange } from '../home/Exchange.tsx';
import { How } from '../home/How.tsx';
import type { Market } from '../home/market.ts';
import { News } from '../home/News.tsx';
import { Reserves } from '../home/Reserves.tsx';
import { Trust } from '../home/Trust.tsx';
import { useInside } from '../shell/inside.ts';
import '../live/pieces.css';
import './home.css';

/** The home page: the exchange form, and around it what it is made of. */
export function Home({ market }: { market: Market }) {
  useInside();
  useEffect(() => market.watch(document), [market]);
  return (
    <>
      <div className="wrap hero">
        <div className="top">
          <h1>Меняйте крипту на&nbsp;рубли</h1>
          <p className="lead">
            Курс и&nbsp;срок видны до&nbsp;заявки. Деньги приходят на&nbsp;карту, по&nbsp;СБП или
            в&nbsp;кошелёк.
          </p>
        </div>
        <div className="form">
          <Exchange market={market} />
        </div>
        <Board market={market} />
      </div>
      <Reserves market={market} />
      <How />
      <News />
      <Trust />
    </>
  );
}
