import { useId, useState } from 'react';
import { Link } from 'react-router';
import { sendCall } from '#core/api/sendCall.ts';
import type { ClaimReference } from '#core/contract/operator/claims.ts';
import type { MatchedLine, StatementMatch } from '#core/contract/operator/transfers/statements.ts';
import {
  restoreTransferCall,
  type ChosenTransfer,
} from '#core/contract/operator/transfers/waitingTransfers.ts';
import { trimTrailingZeros } from '#core/exchange/amount.ts';
import { Icon, ICON_PATHS } from '#widget/icons/Icon.tsx';
import { useAccount } from '../../account/accountContext.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { useButtonRequest } from '../../elements/useButtonRequest.ts';
import { operatorRoutePaths } from '../../routePaths.ts';
import { SelectField } from '../../elements/pairFields.tsx';
import { PaymentConflict } from '../claim/PaymentConflict.tsx';
import { ClaimLink } from '../ClaimLink.tsx';
import { formatAmount } from '../deskTexts.ts';
import type { StatementLine } from './readStatement.ts';

/** A transfer with its claims. */
export type Transfer = StatementLine & MatchedLine;

/** The choice that takes a transfer off the list. */
export const DISMISSED = 'dismissed';

/** What became of a transfer that was sent. */
export interface LineResult {
  ok: boolean;
  text: string;
  /** The claim that it is recorded for, or that the refusal is about. */
  claim?: ClaimReference | null;
  /** Code of the refusal. */
  code?: string;
}

/** Amount, text and date of a transfer, and why a claim cannot take it. An address leads to the claims that have it. */
export const LineFacts = ({
  line: { amount, text, date, reference, waitingSource, unpayable },
  currency,
}: {
  line: Transfer;
  currency: string;
}) => (
  <p className="statement-line">
    <b className="numeric">{formatAmount(amount, currency)}</b>
    <span>
      {waitingSource === 'network' ? <AddressAndComment text={text} /> : text || 'Без назначения'}
      {waitingSource && <small className="numeric">№ {reference}</small>}
      {unpayable && (
        <small>
          Заявка <ClaimLink claim={unpayable} /> сейчас «{getStatusLabel(unpayable.status)}»: записать платёж
          нельзя
        </small>
      )}
    </span>
    <small className="numeric">{date}</small>
  </p>
);

function AddressAndComment({ text }: Pick<StatementLine, 'text'>) {
  const [address = ''] = text.split(' ', 1);
  return (
    <>
      <Link to={operatorRoutePaths.operatorClaims} state={{ q: address }}>
        {address}
      </Link>
      {text.slice(address.length)}
    </>
  );
}

/** The claim that a transfer is recorded for: chosen by the person, or as a link after the record. */
export function LineChoice({
  transfer: { amount, text, reference, waitingSource, similar, matches },
  currency,
  chosen,
  isForced,
  isShared,
  result,
  onChoose,
  onRestored,
}: {
  transfer: Transfer;
  currency: string;
  /** Id of a claim, or `DISMISSED`; "": nothing. */
  chosen: string;
  /** Whether to record it although it looks recorded. */
  isForced: boolean;
  /** Whether another transfer goes to the chosen claim, too. */
  isShared: boolean;
  result: LineResult | undefined;
  onChoose: (id: string, isForced?: boolean) => void;
  /** Called after a dismissed transfer is back on the list. */
  onRestored: () => void;
}) {
  const [isRestored, setIsRestored] = useState(false);
  const noteId = useId();
  const match = matches.find(({ id }) => id === chosen);
  if (result?.ok)
    return (
      <div className="statement-result">
        {result.claim && <ClaimLink claim={result.claim} />} {result.text}
        {!result.claim && (
          <RestoreButton
            transfer={{ currency, reference }}
            onRestored={() => {
              setIsRestored(true);
              onRestored();
            }}
          />
        )}
      </div>
    );
  return (
    <>
      <div className="fields statement-choice">
        <label>
          <span className="visually-hidden">
            Заявка перевода {formatAmount(amount, currency)} {text}
          </span>
          <SelectField
            value={chosen}
            autoFocus={isRestored}
            aria-describedby={isShared || similar ? noteId : undefined}
            onChange={event => onChoose(event.target.value)}
          >
            <option value="">Не записывать</option>
            {matches.map(one => (
              <option key={one.id} value={one.id}>
                {describeMatch(one, currency)}
              </option>
            ))}
            {waitingSource && <option value={DISMISSED}>Не по заявке: убрать из списка</option>}
          </SelectField>
        </label>
        {match && <ClaimLink claim={match} />}
        {waitingSource && matches.length === 0 && (
          <Link to={operatorRoutePaths.operatorClaims} state={{ q: amount }}>
            Найти по сумме
          </Link>
        )}
      </div>
      {(isShared || similar) && (
        <div id={noteId} className="statement-note">
          {isShared && <p>Ещё один перевод отсюда идёт на эту заявку.</p>}
          {similar && (
            <p>
              Возможно, уже записан по заявке <ClaimLink claim={similar} />: там та же сумма и номер
              документа.
            </p>
          )}
        </div>
      )}
      {(similar || result?.code === 'payment_far') && match && (
        <div className="form-checkbox">
          <label>
            <span className="box">
              <input
                type="checkbox"
                checked={isForced}
                onChange={event => onChoose(chosen, event.target.checked)}
              />
              <Icon d={ICON_PATHS.check} size={16} />
            </span>
            <span>Всё равно записать</span>
          </label>
        </div>
      )}
      <ErrorNote text={result?.ok === false ? result.text : null} />
      {result?.claim && !similar && <PaymentConflict code={result.code ?? ''} claim={result.claim} />}
    </>
  );
}

/** Undoes a dismissal. */
function RestoreButton({ transfer, onRestored }: { transfer: ChosenTransfer; onRestored: () => void }) {
  const { api } = useAccount();
  const { isSending, errorText, send } = useButtonRequest();
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-disabled={isSending}
        onClick={() =>
          void send(async () => {
            await sendCall(api, restoreTransferCall, { body: transfer });
            onRestored();
          })
        }
      >
        Вернуть в список
      </button>
      <ErrorNote text={errorText} />
    </>
  );
}

/** Statuses in which a claim usually waits for its payment: the text of a choice does not name them. */
const USUAL_STATUSES: readonly string[] = ['waiting', 'claimed'];

/** The decisive facts come first, because a phone cuts the end of a choice. */
function describeMatch(match: StatementMatch, currency: string): string {
  const { publicNumber, status, expected } = match;
  const rest = trimTrailingZeros(expected);
  const text = [
    ...(USUAL_STATUSES.includes(status) ? [] : [getStatusLabel(status)]),
    rest === '0' ? 'всё пришло' : `ждёт ${formatAmount(rest, currency)}`,
    `№ ${publicNumber}`,
    describeReasons(match),
  ].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why the claim is shown: «номер и сумма», «карта и сумма», «адрес, сумма другая». */
function describeReasons({ isNumbered, isAddress, isSender, isExact }: StatementMatch): string {
  const sign = isNumbered ? 'номер' : isAddress ? 'адрес' : isSender ? 'карта' : '';
  if (!sign) return 'сумма';
  return isExact ? `${sign} и сумма` : `${sign}, сумма другая`;
}
