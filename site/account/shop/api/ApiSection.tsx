import { useRef, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { useSignals } from '@preact/signals-react/runtime';
import { formatAccountMessage, type AccountMessageCode } from '#core/accountMessages.ts';
import type { ServerQuery } from '#core/serverQuery.ts';
import { QueryContent } from '../../QueryContent.tsx';
import { RefreshFailure } from '../../list/RefreshFailure.tsx';
import { LazyForms, type ApiForms } from './LazyForms.tsx';

/** A key or a secret that only the response to its creation contains. */
interface ShownSecret {
  /** Of the key or the webhook. */
  id: string;
  title: string;
  /** Name of the key or the webhook. */
  name: string;
  value: string;
}

/** Callbacks of a row or a form to its section. */
export interface SectionActions {
  /** Shows a secret until the partner has saved it, and loads the list again. */
  showSecret: (secret: ShownSecret) => void;
  /** Announces a change, and loads the list again. */
  reportChange: (text: string) => void;
  /** The same for a row that is gone, with its secret and the button that had the focus. */
  reportRemoval: (text: string, id: string) => void;
  /** Whether the secret of a row is still shown. */
  hasShownSecret: (id: string) => boolean;
}

/** The sections of the page whose forms are open, the last one opened last, and their setter. */
export type OpenForms = readonly [
  names: readonly string[],
  setNames: Dispatch<SetStateAction<readonly string[]>>,
];

/** Props that a section passes to its form. */
export interface ApiFormProps {
  id: string;
  /** Whether another form was opened later: the page has one main button. */
  isQuiet: boolean;
}

/** Differences between the sections of the page. */
interface ApiSectionProps<Row> {
  query: ServerQuery<Row[]>;
  openForms: OpenForms;
  /** Begins the ids of the section's elements. */
  name: string;
  heading: string;
  description: ReactNode;
  emptyText: string;
  addText: string;
  cancelText: string;
  secretLabel: string;
  /** Maximum number of rows, and the code of its message. */
  limit: number;
  limitCode: AccountMessageCode;
  renderForm: (forms: ApiForms, props: ApiFormProps, onAdded: SectionActions['showSecret']) => ReactNode;
  /** `loadedAt`: when the list was loaded, milliseconds. */
  renderRow: (row: Row, actions: SectionActions, loadedAt: number) => ReactNode;
}

/** The shown secrets of a section, and the callbacks of its rows. */
function useSectionActions(refresh: () => void) {
  const [secrets, setSecrets] = useState<readonly ShownSecret[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const headingRef = useRef<HTMLHeadingElement>(null);
  /** The pressed button is gone with it. */
  const finishSecret = (id: string) => {
    setSecrets(now => now.filter(secret => secret.id !== id));
    headingRef.current?.focus();
  };
  const reportChange = (text: string) => {
    setAnnouncement(text);
    refresh();
  };
  const actions: SectionActions = {
    showSecret(secret) {
      setSecrets(now => [secret, ...now]);
      refresh();
    },
    reportChange,
    reportRemoval(text, id) {
      finishSecret(id);
      reportChange(text);
    },
    hasShownSecret: id => secrets.some(secret => secret.id === id),
  };
  return { secrets, announcement, headingRef, actions, finishSecret };
}

/** A list of the page with the form that adds to it. New secrets stay until the partner has saved each. */
export function ApiSection<Row>({ query, openForms, name, heading, limit, ...props }: ApiSectionProps<Row>) {
  useSignals();
  const state = query.state.value;
  const rows = state.phase === 'ready' ? state.data : [];
  const [openNames, setOpenNames] = openForms;
  const isAdding = openNames.includes(name);
  const setIsAdding = (isOpen: boolean) =>
    setOpenNames(now => [...now.filter(other => other !== name), ...(isOpen ? [name] : [])]);
  const { secrets, announcement, headingRef, actions, finishSecret } = useSectionActions(query.refresh);
  const formId = `add-${name}`;
  return (
    <section className="account-section" aria-labelledby={`${name}-heading`}>
      <div className="api-heading">
        <h2 id={`${name}-heading`} ref={headingRef} tabIndex={-1}>
          {heading}
        </h2>
        {state.phase === 'ready' && rows.length < limit && (
          <button
            type="button"
            className="button"
            aria-expanded={isAdding}
            aria-controls={formId}
            onClick={() => setIsAdding(!isAdding)}
          >
            {isAdding ? props.cancelText : props.addText}
          </button>
        )}
      </div>
      <p className="section-text">{props.description}</p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {isAdding && (
        <LazyForms>
          {forms =>
            props.renderForm(forms, { id: formId, isQuiet: openNames.at(-1) !== name }, secret => {
              setIsAdding(false);
              actions.showSecret(secret);
            })
          }
        </LazyForms>
      )}
      {secrets.map(secret => (
        <LazyForms key={secret.id}>
          {({ OneTimeSecret }) => (
            <OneTimeSecret {...secret} label={props.secretLabel} onDone={() => finishSecret(secret.id)} />
          )}
        </LazyForms>
      ))}
      <RefreshFailure query={query} subject="Список" />
      <QueryContent query={query} skeleton={<span className="skeleton session-skeleton" aria-busy="true" />}>
        {({ loadedAt }) => (
          <>
            {rows.length === 0 && !isAdding && <p className="api-empty">{props.emptyText}</p>}
            {rows.length > 0 && (
              <ul className="api-list" aria-label={heading}>
                {rows.map(row => props.renderRow(row, actions, loadedAt))}
              </ul>
            )}
          </>
        )}
      </QueryContent>
      {rows.length >= limit && <p className="form-hint">{formatAccountMessage<string>(props.limitCode)}.</p>}
    </section>
  );
}
