import { useRef, useState } from 'react';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { SelectField } from '../../elements/pairFields.tsx';
import { useCurrencyOptions } from '../../account/list/useCurrencyOptions.ts';
import { useAppContext } from '../../shell/appContext.ts';
import { WaitingTransfers } from './WaitingTransfers.tsx';
import { StatementForm } from './StatementForm.tsx';
import {
  findColumns,
  isComplete,
  MAX_STATEMENT_BYTES,
  readLines,
  readTable,
  type ColumnRole,
  type StatementColumns,
  type StatementTable,
} from './readStatement.ts';
import '../../account/list/list.css';
import './statement.css';

/** Most incoming transfers of one statement. */
const MAX_LINES = 1_000;

/** A statement that has been read. */
interface OpenStatement {
  fileName: string;
  table: StatementTable;
  columns: StatementColumns;
}

/** Page /operator/statement: a bank's statement beside the claims that its transfers are for. */
export function StatementPage() {
  const currencies = useCurrencyOptions(useAppContext().api).filter(({ kind }) => kind !== 'crypto');
  const [currency, setCurrency] = useState('');
  const [statement, setStatement] = useState<OpenStatement | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latestFile = useRef<File>(null);
  const openFile = async (file: File) => {
    latestFile.current = file;
    setStatement(null);
    setError(null);
    try {
      const table = file.size > MAX_STATEMENT_BYTES ? null : await readTable(file);
      // Another file may have been chosen meanwhile.
      if (latestFile.current !== file) return;
      if (!table) setError('Это не таблица CSV до 2 МБ. Выгрузите выписку в CSV');
      else setStatement({ fileName: file.name, table, columns: findColumns(table.headings) });
    } catch {
      if (latestFile.current === file)
        setError('Файл не прочитался. Проверьте интернет и выберите файл ещё раз');
    }
  };
  return (
    <>
      <div className="account-heading">
        <h1>Поступления</h1>
      </div>
      <WaitingTransfers />
      <h2>Из выписки банка</h2>
      <p className="section-text">
        Найдём заявки по номеру в назначении и по точной сумме. Запишем только то, что вы отметите. Файл не
        сохраняется.
      </p>
      <div className="fields statement-source">
        <label>
          Куда пришли деньги
          <SelectField value={currency} onChange={event => setCurrency(event.target.value)}>
            <option value="">Выберите валюту</option>
            {currencies.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </SelectField>
        </label>
        <label>
          Файл CSV, можно перетащить сюда
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              const file = target.files?.[0];
              // So that a corrected file of the same name can be chosen.
              if (file) void openFile(file).then(() => (target.value = ''));
            }}
          />
        </label>
      </div>
      <ErrorNote text={error} />
      {statement && (
        <StatementContent
          statement={statement}
          currency={currency}
          onColumns={columns => setStatement({ ...statement, columns })}
        />
      )}
    </>
  );
}

/** Columns that a person can choose, and their labels. */
const COLUMN_LABELS: readonly (readonly [ColumnRole, string])[] = [
  ['amount', 'Сумма прихода'],
  ['text', 'Назначение'],
  ['number', 'Номер операции'],
  ['date', 'Дата'],
];

function StatementContent({
  statement: { fileName, table, columns },
  currency,
  onColumns,
}: {
  statement: OpenStatement;
  currency: string;
  onColumns: (columns: StatementColumns) => void;
}) {
  const { lines, skipped } = readLines(table, columns);
  // It stays open while a person chooses: a closed one would lose the focus.
  const [isOpen] = useState(!isComplete(columns));
  const problem = findProblem(columns, lines.length, currency);
  return (
    <>
      <p className="section-text numeric" role="status">
        {fileName}: поступлений {lines.length}
        {skipped > 0 && `, остальных строк ${skipped}`}
      </p>
      <details className="statement-columns" open={isOpen}>
        <summary>Колонки файла</summary>
        <div className="fields">
          {COLUMN_LABELS.map(([role, label]) => (
            <label key={role}>
              {label}
              <SelectField
                value={columns[role]}
                onChange={event => onColumns({ ...columns, [role]: Number(event.target.value) })}
              >
                <option value={-1}>Нет</option>
                {table.headings.map((heading, index) => (
                  // eslint-disable-next-line react/no-array-index-key -- headings may repeat
                  <option key={index} value={index}>
                    {heading || `Колонка ${index + 1}`}
                  </option>
                ))}
              </SelectField>
            </label>
          ))}
        </div>
      </details>
      {problem === null ? (
        <StatementForm key={JSON.stringify([currency, lines])} currency={currency} lines={lines} />
      ) : (
        <p className="list-empty">{problem}</p>
      )}
    </>
  );
}

function findProblem(columns: StatementColumns, count: number, currency: string): string | null {
  if (!isComplete(columns)) return 'Укажите колонку с суммой, а также с датой или номером.';
  if (count === 0) return 'Поступлений в файле нет. Проверьте колонку с суммой.';
  if (count > MAX_LINES) return `Больше ${MAX_LINES} поступлений. Выгрузите меньший период.`;
  return currency === '' ? 'Выберите валюту, в которой пришли деньги.' : null;
}
