import { useState } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { ApiError } from '#core/api/error.ts';
import type { ClaimStatus } from '#core/contract/claim.ts';
import { isClosed } from '#core/claim/status.ts';
import { chunk } from '../chunk.ts';
import { Note } from '../form/Notes.tsx';
import { Icon, paths as common } from '../Icon.tsx';
import { Cancel } from './Cancel.tsx';
import { paths } from './icons.ts';
import { Lost } from './Lost.tsx';
import { Support } from './Support.tsx';
import type { Stage } from './stage.ts';

const phone = chunk(() => import('./Phone.tsx'));
const receipt = chunk(() => import('./Receipt.tsx'));

/** Says that no money moves. */
export function Demo({ claim }: { claim: ClaimStatus }) {
  return (
    claim.demo && (
      <Note kind="w" icon={common.info}>
        Это пробная заявка: деньги не&nbsp;переводятся, статусы меняются сами.
      </Note>
    )
  );
}

/** The claim's whole address; of a backend that does not tell it, its pages are where its API is. */
function address(stage: Stage, { id }: ClaimStatus): Promise<string> {
  const own = `${stage.life.base}/claim/${id}#${stage.claim.secret() ?? ''}`;
  return stage.claim.acts.handoff().catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return own;
    throw error;
  });
}

/** What every screen of a claim ends with: the line that was lost, the phone, the reckoning, a person, the way out. */
export function Foot({
  stage,
  claim,
  lost,
  support = 'txt',
}: {
  stage: Stage;
  claim: ClaimStatus;
  lost: boolean;
  /** `none`: the screen has the link already. */
  support?: 'txt' | 'sec' | 'none';
}) {
  useSignals();
  const [shown, show] = useState<'phone' | 'receipt' | null>(null);
  const Phone = phone.module.value?.Phone;
  const Receipt = receipt.module.value?.Receipt;
  const failed = { phone: phone.failed.value, receipt: receipt.failed.value };
  const toggle = (what: 'phone' | 'receipt') => {
    void (what === 'phone' ? phone : receipt).load();
    show(shown === what ? null : what);
  };
  return (
    <>
      {lost && <Lost />}
      {support === 'sec' && <Support life={stage.life} kind="sec" />}
      <div className="ways">
        {!isClosed(claim.status) && (
          <button
            className="btn txt"
            type="button"
            aria-expanded={shown === 'phone'}
            onClick={() => toggle('phone')}
          >
            <Icon d={paths.phone} size={20} />
            Продолжить на&nbsp;телефоне
          </button>
        )}
        <button
          className="btn txt"
          type="button"
          aria-expanded={shown === 'receipt'}
          onClick={() => toggle('receipt')}
        >
          <Icon d={paths.paper} size={20} />
          Расчёт по&nbsp;заявке
        </button>
      </div>
      {shown === 'phone' && Phone && (
        <Phone name="Продолжить на телефоне" get={() => address(stage, claim)}>
          Наведите камеру телефона: заявка откроется там на&nbsp;том&nbsp;же месте.
        </Phone>
      )}
      {shown === 'receipt' && Receipt && <Receipt claim={claim} />}
      {shown && failed[shown] && (
        <Note kind="e" icon={common.off} role="alert">
          Не&nbsp;загрузилось. Проверьте интернет и&nbsp;нажмите ещё раз.
        </Note>
      )}
      {support === 'txt' && <Support life={stage.life} />}
      <Cancel stage={stage} status={claim.status} />
    </>
  );
}
