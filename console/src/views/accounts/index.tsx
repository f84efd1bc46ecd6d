import { useScope } from '../../api/session.tsx';
import { AccountList } from './AccountList.tsx';
import { OwnAccount } from './OwnAccount.tsx';

/** All accounts for an operator; for a customer the one that is theirs. */
export default function AccountsView() {
  return useScope().kind === 'operator' ? <AccountList /> : <OwnAccount />;
}
