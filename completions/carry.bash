# bash completion for carry                                   -*- shell-script -*-
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.
#
# For an alias:  alias c=carry; complete -F _carry c

# Sets commands, args, options and columns to those of a command.
_carry_node() {
  commands=() args=() options=() columns=''
  case $1 in
    '')
      commands=(
        'status|the open positions on one screen: totals, and what needs attention first'
        'positions|hedged positions of a portfolio'
        'funding|settled funding and the public listings'
        'assets|tracked assets with how many markets and exchanges list them'
        'api|GET any path of the service and print its body byte for byte'
        'schema|JSON Schema of what -o json prints, or the command tree for programs'
        'auth|the API key: log in, check it, log out'
        'profile|accounts and environments, and what each is set to'
        'completion|print the completion script of a shell'
        'doctor|check configuration, key, network, service and terminal, one line each'
        'sandbox|serve the interface on loopback from a made-up data set'
        'help|explain a command or a topic'
      )
      options=(
        '--version -V|-|||print the version'
      )
      ;;
    'status')
      options=(
        '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)'
        '--imbalance|free|||largest accepted difference between long and short, in percent of the larger side (default 2)'
        '--loss|free|||largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional (default 10bp)'
        '--paying|free|||largest accepted funding cost per day: an amount or a part of the notional, as for --loss (default 1bp)'
        '--margin|free|||smallest accepted price move, in percent, that uses up a leg'\''s initial margin (default 10)'
        '--stale|free|||age from which a mark price or a performance counts as stale (default 5m)'
        '--stale-performance|free|||age from which a stale performance needs attention (default 1h)'
        '--ignore|,=s1|*||leave out a reason by its code; <code>:<beginning of a position id> for that position only'
        '--check|-|||exit 10 when something needs attention, 11 when nothing does and something cannot be judged, for cron jobs and scripts'
      )
      columns=s2
      ;;
    'positions')
      commands=(
        'list ls|list the positions of a portfolio, every page followed'
        'get|show positions in full, with their legs and how well they hedge'
        'summary|totals of positions by asset, exchange or status'
      )
      ;;
    'positions list')
      options=(
        '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)'
        '--status|,=s3|*||open or closed; repeatable (default: both)'
        '--performance|-||--no-performance|ask for funding, fees, price PnL, net PnL and APR too, as naming one of them in --columns, --sort or --query does'
        '--no-performance|-||--performance|do not, even where the profile says so'
        '--limit|free||--watch|how many positions in all; with --sort, the first after sorting (default: all)'
        '--page-size|free|||positions a request: 1 to 500, with --performance 1 to 100 (default: the largest)'
        '--cursor|free||--watch|go on from where a listing stopped'
        '--asset|,@asset|*||only this asset; repeatable'
        '--exchange|,@exchange|*||only positions with a leg there; repeatable'
        '--by-leg|-|||one row a leg'
        '--watch|?=s4||--limit --cursor|show it anew every 10s, 30s (the default), 1m, 5m, ...; at least 5s'
        '--alert|free|||with --watch: ring and mark the positions for which it holds'
        '--exit-on-alert|-|||with --alert: end with exit code 10 as soon as it holds for one'
      )
      columns=s5
      ;;
    'positions get')
      args=(
        '+@position-id'
      )
      options=(
        '--portfolio|free|||portfolio in which a shortened id is looked up'
        '--performance|-|||look the performance up in the portfolio'\''s list, for net PnL, exit fees and break-even; so does naming a part of it in --columns, --sort or --query'
      )
      columns=s6
      ;;
    'positions summary')
      options=(
        '--by|=s7|||asset, exchange (the exchanges of the long and the short legs) or status (default: asset)'
        '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)'
        '--status|,=s3|*||open or closed; repeatable (default: both)'
      )
      columns=s8
      ;;
    'funding')
      commands=(
        'history|settled funding of one or more markets, newest first'
        'compare|two markets'\'' settled funding on one clock, and what a hedge of both earns'
        'markets|the public market listing; its payload is not documented and shown as sent'
        'arbitrage|the public arbitrage listing; its payload is not documented and shown as sent'
        'market-history|the public history of a market; its payload is not documented and shown as sent'
      )
      ;;
    'funding history')
      args=(
        '+@market-id'
      )
      options=(
        '--resolution|=s9|||event or 1d, the daily aggregate (default: event)'
        '--start|=s10|||from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ...'
        '--end|=s11|||up to but not including then'
        '--chart|-|||draw it instead of listing it, as wide as the terminal'
      )
      columns=s12
      ;;
    'funding compare')
      args=(
        '@market-id'
        '@market-id'
      )
      options=(
        '--resolution|=s9|||a line for each interval of the slower market (event), or for each UTC day (1d); both are sums of settled events (default: event)'
        '--start|=s10|||from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ... (default: 7d before the end, in whole periods)'
        '--end|=s11|||up to but not including then'
        '--chart|-|||draw it instead of listing it, as wide as the terminal'
      )
      columns=s13
      ;;
    'funding markets')
      args=(
        '+@market-id'
      )
      ;;
    'funding arbitrage')
      ;;
    'funding market-history')
      args=(
        '@market-id'
      )
      ;;
    'assets')
      commands=(
        'list ls|'
      )
      options=(
        '--class|,@asset-class|*||only this asset class, for example crypto; repeatable'
        '--search|free|||only assets with this in their symbol or name'
      )
      columns=s14
      ;;
    'assets list')
      options=(
        '--class|,@asset-class|*||only this asset class, for example crypto; repeatable'
        '--search|free|||only assets with this in their symbol or name'
      )
      columns=s14
      ;;
    'api')
      args=(
        '=s15'
      )
      options=(
        '--parameter -q|free|*||query parameter; repeatable'
        '--include-headers|-||--paginate|print the status and the headers before the body'
        '--paginate|-||--include-headers|follow next_cursor and print the data of all pages in one envelope'
      )
      ;;
    'schema')
      args=(
        '=s16'
      )
      ;;
    'auth')
      commands=(
        'login|store base URL, API key and portfolio in a profile'
        'status|show where the API key comes from, and what it can reach'
        'logout|remove the API key of a profile'
      )
      ;;
    'auth login')
      options=(
        '--portfolio|free|||portfolio to ask for from now on (CARRY_PORTFOLIO)'
        '--with-key|-|||read the API key from stdin, and ask nothing'
        '--no-verify|-|||store without asking the service'
      )
      ;;
    'auth status')
      options=(
        '--all|-|||every profile as it is stored, whatever the environment says'
        '--no-verify|-|||do not ask the service'
      )
      columns=s17
      ;;
    'auth logout')
      ;;
    'profile')
      commands=(
        'list ls|list the profiles; * marks the one in use'
        'show|show what a profile holds, its API key masked'
        'use|choose the profile that commands use'
        'set|set a value in a profile, which is made when there is none'
        'unset|remove a value from a profile'
        'remove rm|remove a profile with all that it holds, its API key too'
      )
      ;;
    'profile list')
      columns=s18
      ;;
    'profile show')
      options=(
        '--resolved|-|||every setting as it holds now, and where it comes from'
      )
      columns=s19
      ;;
    'profile use')
      args=(
        '@profile'
      )
      ;;
    'profile set')
      commands=(
        'base-url|base URL of the service; a path prefix is kept'
        'public-base-url|base URL of the paths under /api/v1/public, if different'
        'api-key-command|a command whose first line of output is the API key'
        'portfolio|the portfolio to use'
        'output|output format: table, json, ndjson, csv, tsv, text'
        'performance|request the performance of positions'
        'timeout|time limit of each attempt, such as 10s'
        'retries|maximum number of retries of a failed request, 0 to 20'
        'range-params|names of the query parameters for the start and the end of a time range'
        'imbalance|largest accepted difference between long and short, in percent of the larger side'
        'loss|largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional'
        'paying|largest accepted funding cost per day: an amount or a part of the notional, as for --loss'
        'stale|age from which a mark price or a performance counts as stale'
        'stale-performance|age from which a stale performance needs attention'
        'margin|smallest accepted price move, in percent, that uses up a leg'\''s initial margin'
        'ignore|leave out a reason by its code; <code>:<beginning of a position id> for that position only'
        'completion-ids|keep the ids of the last listing for completion'
      )
      ;;
    'profile set base-url')
      args=(
        'free'
      )
      ;;
    'profile set public-base-url')
      args=(
        'free'
      )
      ;;
    'profile set api-key-command')
      args=(
        'free'
      )
      ;;
    'profile set portfolio')
      args=(
        'free'
      )
      ;;
    'profile set output')
      args=(
        '=s20'
      )
      ;;
    'profile set performance')
      args=(
        '=s21'
      )
      ;;
    'profile set timeout')
      args=(
        'free'
      )
      ;;
    'profile set retries')
      args=(
        'free'
      )
      ;;
    'profile set range-params')
      args=(
        'free'
      )
      ;;
    'profile set imbalance')
      args=(
        'free'
      )
      ;;
    'profile set loss')
      args=(
        'free'
      )
      ;;
    'profile set paying')
      args=(
        'free'
      )
      ;;
    'profile set stale')
      args=(
        'free'
      )
      ;;
    'profile set stale-performance')
      args=(
        'free'
      )
      ;;
    'profile set margin')
      args=(
        'free'
      )
      ;;
    'profile set ignore')
      args=(
        'free'
      )
      ;;
    'profile set completion-ids')
      args=(
        '=s21'
      )
      ;;
    'profile unset')
      args=(
        '=s22'
      )
      ;;
    'profile remove')
      args=(
        '@profile'
      )
      ;;
    'completion')
      args=(
        '=s23'
      )
      ;;
    'doctor')
      columns=s24
      ;;
    'sandbox')
      options=(
        '--port|free|||port to listen on (default: a free one)'
        '--positions|free|||how many positions (default 24)'
        '--seed|free|||which data set (default 1)'
        '--latency|free|||milliseconds to wait before each answer'
        '--fail|free|||share of requests that fail, 0 to 1'
        '--scenario|,=s25|*||situation to put into one of every 24 positions (repeatable, or comma-separated): unhedged, closed-leg, negative-quantity, contract-multiple, stale, stale-performance, interval-change, turned, missing-events, duplicate-events, young, margin-thin, margin-past, mark-missing, market-unknown, losing, fees-unearned, legs-missing, legs-unchecked'
      )
      ;;
    'help')
      commands=(
        'status|the open positions on one screen: totals, and what needs attention first'
        'positions|hedged positions of a portfolio'
        'funding|settled funding and the public listings'
        'assets|tracked assets with how many markets and exchanges list them'
        'api|GET any path of the service and print its body byte for byte'
        'schema|JSON Schema of what -o json prints, or the command tree for programs'
        'auth|the API key: log in, check it, log out'
        'profile|accounts and environments, and what each is set to'
        'completion|print the completion script of a shell'
        'doctor|check configuration, key, network, service and terminal, one line each'
        'sandbox|serve the interface on loopback from a made-up data set'
        'help|explain a command or a topic'
        'exit-codes|a topic'
        'environment|a topic'
        'output|a topic'
      )
      ;;
    'help status')
      ;;
    'help positions')
      commands=(
        'list ls|list the positions of a portfolio, every page followed'
        'get|show positions in full, with their legs and how well they hedge'
        'summary|totals of positions by asset, exchange or status'
      )
      ;;
    'help positions list')
      ;;
    'help positions get')
      ;;
    'help positions summary')
      ;;
    'help funding')
      commands=(
        'history|settled funding of one or more markets, newest first'
        'compare|two markets'\'' settled funding on one clock, and what a hedge of both earns'
        'markets|the public market listing; its payload is not documented and shown as sent'
        'arbitrage|the public arbitrage listing; its payload is not documented and shown as sent'
        'market-history|the public history of a market; its payload is not documented and shown as sent'
      )
      ;;
    'help funding history')
      ;;
    'help funding compare')
      ;;
    'help funding markets')
      ;;
    'help funding arbitrage')
      ;;
    'help funding market-history')
      ;;
    'help assets')
      commands=(
        'list ls|'
      )
      ;;
    'help assets list')
      ;;
    'help api')
      ;;
    'help schema')
      ;;
    'help auth')
      commands=(
        'login|store base URL, API key and portfolio in a profile'
        'status|show where the API key comes from, and what it can reach'
        'logout|remove the API key of a profile'
      )
      ;;
    'help auth login')
      ;;
    'help auth status')
      ;;
    'help auth logout')
      ;;
    'help profile')
      commands=(
        'list ls|list the profiles; * marks the one in use'
        'show|show what a profile holds, its API key masked'
        'use|choose the profile that commands use'
        'set|set a value in a profile, which is made when there is none'
        'unset|remove a value from a profile'
        'remove rm|remove a profile with all that it holds, its API key too'
      )
      ;;
    'help profile list')
      ;;
    'help profile show')
      ;;
    'help profile use')
      ;;
    'help profile set')
      ;;
    'help profile unset')
      ;;
    'help profile remove')
      ;;
    'help completion')
      ;;
    'help doctor')
      ;;
    'help sandbox')
      ;;
    'help help')
      ;;
    'help exit-codes')
      ;;
    'help environment')
      ;;
    'help output')
      ;;
  esac
}

# Sets common to the options of every command.
_carry_common() {
  common=()
  common=(
    '--output -o|=s20||--json --csv|output format: table, json, ndjson, csv, tsv, text (CARRY_OUTPUT; default table)'
    '--json|-||--csv --output|same as --output json'
    '--csv|-||--output --json|same as --output csv'
    '--columns|,columns|||columns of a table or csv, by dotted path'
    '--sort|sort|||sort by a column; column:desc for descending order'
    '--no-header|-|||leave the headings out of tables and csv'
    '--query|free|||JMESPath expression, applied to the whole result (json, text) or to each item (ndjson)'
    '--profile|@profile|||profile to use; `sandbox` is built in (CARRY_PROFILE)'
    '--base-url|free|||base URL of the service; a path prefix is kept (CARRY_BASE_URL)'
    '--timeout|free|||time limit of each attempt, such as 10s (CARRY_TIMEOUT; default 30s)'
    '--retries|free|||maximum number of retries of a failed request, 0 to 20 (CARRY_RETRIES; default 3)'
    '--no-color|-|||no colours (NO_COLOR)'
    '--no-pager|-|||do not page long listings (CARRY_PAGER, PAGER)'
    '--local|-|||show times in the local time zone (TZ) instead of UTC'
    '--refresh|-|||do not use the local cache of public data'
    '--quiet -q|-||--verbose|no notes, warnings or progress'
    '--verbose -v|-||--quiet|report each request and retry on stderr (CARRY_DEBUG=1)'
    '--help -h|-|||show help'
  )
}

# Sets rows to a set of words.
_carry_set() {
  rows=()
  case $1 in
    s1)
      rows=(
        'unbalanced|'
        'margin_thin|'
        'losing|'
        'paying|'
        'fees_unearned|'
        'legs_missing|'
        'quantity_negative|'
        'mark_missing|'
        'net_pnl_unavailable|'
        'performance_stale|'
        'mark_stale|'
        'funding_unknown|'
        'not_settled|'
        'market_unknown|'
        'margin_unknown|'
        'legs_unchecked|'
      )
      ;;
    s2)
      rows=(
        'asset|'
        'position_id|'
        'opened_at|'
        'pair|'
        'performance.net_pnl|'
        'code|'
        'reason|'
      )
      ;;
    s3)
      rows=(
        'open|'
        'closed|'
      )
      ;;
    s4)
      rows=(
        '10s|'
        '30s|'
        '1m|'
        '5m|'
      )
      ;;
    s5)
      rows=(
        'attention|'
        'asset|'
        'status|'
        'position_id|'
        'opened_at|'
        'closed_at|'
        'age_days|'
        'long|'
        'long_quantity|'
        'long_price|'
        'short|'
        'short_quantity|'
        'short_price|'
        'gross_notional|'
        'net_notional|'
        'imbalance|'
        'unhedged|'
        'legs.side|'
        'legs.market_id|'
        'legs.exchange|'
        'legs.symbol|'
        'legs.leverage|'
        'legs.quantity|'
        'legs.open_price|'
        'legs.mark_price|'
        'legs.mark_price_updated_at|'
        'performance.funding_pnl|'
        'performance.fees|'
        'performance.fees.paid|'
        'performance.fees.estimated_exit|'
        'performance.spread_pnl|'
        'performance.spread_pnl.realized|'
        'performance.spread_pnl.unrealized|'
        'performance.net_pnl|'
        'performance.duration_days|'
        'performance.apr|'
        'performance.calculated_at|'
        'funding_24h|'
        'funding_7d|'
        'funding_30d|'
        'now_apr|'
      )
      ;;
    s6)
      rows=(
        'asset|'
        'status|'
        'position_id|'
        'opened_at|'
        'closed_at|'
        'portfolio_id|'
        'note|'
        'legs.side|'
        'legs.market_id|'
        'legs.exchange|'
        'legs.symbol|'
        'legs.leverage|'
        'legs.quantity|'
        'legs.open_price|'
        'legs.mark_price|'
        'legs.mark_price_updated_at|'
        'legs.leg_id|'
        'legs.close_price|'
        'legs.open_fee_paid|'
        'legs.close_fee_paid|'
        'legs.funding.calculated|'
        'legs.funding.override|'
        'legs.funding|'
        'legs.notional|'
        'legs.price_pnl|'
        'performance.funding_pnl|'
        'performance.fees|'
        'performance.fees.paid|'
        'performance.fees.estimated_exit|'
        'performance.spread_pnl|'
        'performance.spread_pnl.realized|'
        'performance.spread_pnl.unrealized|'
        'performance.net_pnl|'
        'performance.duration_days|'
        'performance.apr|'
        'performance.calculated_at|'
        'funding_24h|'
        'funding_7d|'
        'funding_30d|'
        'now_apr|'
      )
      ;;
    s7)
      rows=(
        'asset|'
        'exchange|'
        'status|'
      )
      ;;
    s8)
      rows=(
        'group|'
        'positions|'
        'open|'
        'closed|'
        'legs_unchecked|'
        'gross_notional|'
        'net_notional|'
        'unhedged_notional|'
        'funding_pnl|'
        'fees|'
        'fees_paid|'
        'fees_estimated_exit|'
        'spread_pnl|'
        'net_pnl|'
        'apr|'
        'gross_notional_counted|'
        'net_notional_counted|'
        'unhedged_notional_counted|'
        'funding_pnl_counted|'
        'fees_counted|'
        'fees_paid_counted|'
        'fees_estimated_exit_counted|'
        'spread_pnl_counted|'
        'net_pnl_counted|'
        'apr_counted|'
      )
      ;;
    s9)
      rows=(
        'event|'
        '1d|'
      )
      ;;
    s10)
      rows=(
        'today|since 00:00 UTC'
        'yesterday|since 00:00 UTC yesterday'
        '24h|the last 24 hours'
        '7d|the last 7 days'
        '30d|the last 30 days'
      )
      ;;
    s11)
      rows=(
        'today|up to 00:00 UTC'
        'yesterday|up to 00:00 UTC yesterday'
      )
      ;;
    s12)
      rows=(
        'market_id|'
        'funding_time|'
        'funding_rate|'
        'mark_price|'
        'funding_interval|'
      )
      ;;
    s13)
      rows=(
        'time|'
        'long_rate|'
        'short_rate|'
        'spread|'
        'cumulative|'
        'annualised|'
        'long_events|'
        'short_events|'
        'complete|'
      )
      ;;
    s14)
      rows=(
        'asset|'
        'name|'
        'asset_class|'
        'market_count|'
        'exchange_count|'
      )
      ;;
    s15)
      rows=(
        '/v1/assets|tracked assets'
        '/api/v1/public/funding/markets|the public market listing'
        '/api/v1/public/funding/arbitrage|the public arbitrage listing'
      )
      ;;
    s16)
      rows=(
        'position|carry positions list'
        'position-detail|carry positions get'
        'position-event|carry positions list --watch'
        'funding-point|carry funding history'
        'funding-day|carry funding history --resolution 1d'
        'funding-compare|carry funding compare'
        'asset|carry assets'
        'status|carry status'
        'summary|carry positions summary'
        'error|any command with -o json that fails (on stderr)'
        'commands|carry itself'
      )
      ;;
    s17)
      rows=(
        'current|'
        'profile|'
        'base_url|'
        'portfolio|'
        'key_source|'
        'key|'
        'outcome|'
        'detail|'
        'hint|'
      )
      ;;
    s18)
      rows=(
        'current|'
        'profile|'
        'base_url|'
        'portfolio|'
        'key_source|'
        'key|'
      )
      ;;
    s19)
      rows=(
        'setting|'
        'value|'
        'origin|'
        'from|'
      )
      ;;
    s20)
      rows=(
        'table|'
        'json|'
        'ndjson|'
        'csv|'
        'tsv|'
        'text|'
      )
      ;;
    s21)
      rows=(
        'on|'
        'off|'
      )
      ;;
    s22)
      rows=(
        'api-key|'
        'base-url|'
        'public-base-url|'
        'api-key-command|'
        'portfolio|'
        'output|'
        'performance|'
        'timeout|'
        'retries|'
        'range-params|'
        'imbalance|'
        'loss|'
        'paying|'
        'stale|'
        'stale-performance|'
        'margin|'
        'ignore|'
        'completion-ids|'
      )
      ;;
    s23)
      rows=(
        'bash|'
        'zsh|'
        'fish|'
        'powershell|'
      )
      ;;
    s24)
      rows=(
        'mark|'
        'check|'
        'detail|'
        'hint|'
      )
      ;;
    s25)
      rows=(
        'unhedged|the short leg was closed and holds nothing, the long one is naked'
        'closed-leg|the short leg has a close price and still tells its quantity'
        'negative-quantity|the quantity of the short leg is sent below zero'
        'contract-multiple|PEPE held against contracts of 1000PEPE'
        'stale|marks that are 2 hours old'
        'stale-performance|performance that was calculated 26 hours ago, with fresh marks'
        'interval-change|a market that settled every 8 hours and has settled hourly for 10 days'
        'turned|funding that was received until 8 days ago and is paid since'
        'missing-events|an hourly market of which 2 of every 12 events are missing'
        'duplicate-events|a market of which every third event is there twice'
        'young|opened hours ago, and no funding has settled since'
        'margin-thin|a short leg with less than half of its margin left, and a few percent away from none'
        'margin-past|a short leg whose price is past where its margin is gone'
        'mark-missing|the mark of the short leg is missing'
        'market-unknown|the market of the short leg has no id'
        'losing|funding that has been paid since the opening, 20 days ago'
        'fees-unearned|nothing but fees: funding and prices bring nothing'
        'legs-missing|both legs were closed, and the position is open'
        'legs-unchecked|the short leg was closed as in closed-leg, and the position in full is not found'
      )
      ;;
  esac
}

# Takes the quotes off a text: the result is in REPLY, the quote that is open at its end in
# open_quote. The text begins where the quote $2 is open, or none.
_carry_unquote() {
  local text=$1 out='' char i
  open_quote=${2-}
  case $text in *[\'\"\\]*) ;; *)
    REPLY=$text
    return
    ;;
  esac
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    case $open_quote$char in
      \\) ((++i)) && out+=${text:i:1} ;;
      \"\\)
        case ${text:i+1:1} in [\\\"\$\`]) ((++i)) ;; esac
        out+=${text:i:1}
        ;;
      \' | \") open_quote=$char ;;
      \'\' | \"\") open_quote='' ;;
      *) out+=$char ;;
    esac
  done
  REPLY=$out
}

# The words before the cursor, and the one under it as far as the cursor. Bash has split them at
# "=" and ":" too; where no space stands between two pieces, they are one word.
_carry_split() {
  local rest=${COMP_LINE:0:COMP_POINT} raw=() n=0 i
  rest=${rest#*"${COMP_WORDS[0]}"}
  for ((i = 1; i < COMP_CWORD; i++)); do
    case $rest in [[:space:]]*) ((++n)) ;; esac
    raw[n]+=${COMP_WORDS[i]}
    rest=${rest#*"${COMP_WORDS[i]}"}
  done
  case $rest in [[:space:]]*) ((++n)) ;; esac
  raw[n]+=${rest#"${rest%%[![:space:]]*}"}
  words=()
  for ((i = 1; i < n; i++)); do
    _carry_unquote "${raw[i]}"
    words+=("$REPLY")
  done
  _carry_unquote "${raw[n]}"
  cur=$REPLY
}

# Finds an option by one of its flags; its name and the code of its values are in name and code.
_carry_find() {
  local row flags
  for row in "${options[@]}" "${common[@]}"; do
    flags=${row%%|*}
    case " $flags " in *" $1 "*)
      name=${flags%% *}
      row=${row#*|}
      code=${row%%|*}
      return 0
      ;;
    esac
  done
  return 1
}

# A long option, or several short ones in one word.
_carry_see_option() {
  local i
  case $1 in
    --*=*)
      _carry_find "${1%%=*}" || return
      used+="$name "
      [ "$name" = --profile ] && profile=${1#*=}
      ;;
    --*)
      _carry_find "$1" || return
      used+="$name "
      [ "$code" = - ] || pending=$code pending_name=$name
      ;;
    *)
      for ((i = 1; i < ${#1}; i++)); do
        _carry_find "-${1:i:1}" || return
        used+="$name "
        [ "$code" = - ] && continue
        [ $((i + 1)) -lt ${#1} ] || pending=$code pending_name=$name
        return
      done
      ;;
  esac
}

# Goes down to the subcommand of that name, if this command has one.
_carry_descend() {
  local row names
  for row in "${commands[@]}"; do
    names=${row%%|*}
    case " $names " in *" $1 "*)
      path="${path:+$path }${names%% *}"
      _carry_node "$path"
      return 0
      ;;
    esac
  done
  return 1
}

# Reads the words before the cursor: which command it is, what was given already.
_carry_walk() {
  local word name code dashes='' skip=''
  for word in "${words[@]}"; do
    [ -n "$skip" ] && skip='' && continue
    case $pending in \?*) case $word in -*) pending='' ;; esac ;; esac
    if [ -n "$pending" ]; then
      [ "$pending_name" = --profile ] && profile=$word
      pending=''
      continue
    fi
    case $dashes$word in
      --) dashes=: ;;
      '>' | '>>' | '<' | [12]'>' | [12]'>>' | '&>') skip=1 ;;
      '>'* | '<'* | [12]'>'*) ;;
      -?*) _carry_see_option "$word" ;;
      *) [ ${#operands[@]} -eq 0 ] && _carry_descend "$word" || operands+=("$word") ;;
    esac
  done
  only_operands=$dashes
  files=$skip
  for word in "${COMP_WORDS[@]:COMP_CWORD+1}"; do
    case $word in --?*) _carry_find "$word" && used+="$name " ;; esac
  done
}

# Offers a word if it begins with what is typed.
_carry_offer() {
  case $1 in "$cur"*)
    found+=("$prefix$1")
    told+=("$2")
    ;;
  esac
}

# Names first; aliases and hidden commands only when no name begins with what is typed.
_carry_offer_commands() {
  local row names name
  for row in "${commands[@]}"; do
    [ -z "${row#*|}" ] || _carry_offer "${row%%[ |]*}" "${row#*|}"
  done
  [ ${#found[@]} -eq 0 ] && [ -n "$cur" ] || return
  for row in "${commands[@]}"; do
    names=${row%%|*}
    for name in $names; do _carry_offer "$name" "${row#*|}"; done
  done
}

# The options that can still be given: each once, none beside one that it excludes.
_carry_offer_options() {
  local row flags rest repeatable excludes other flag taken=' '
  for row in "${options[@]}" "${common[@]}"; do
    flags=${row%%|*} rest=${row#*|}
    rest=${rest#*|}
    repeatable=${rest%%|*} rest=${rest#*|}
    excludes=${rest%%|*} rest=${rest#*|}
    case $used in *" ${flags%% *} "*) [ -n "$repeatable" ] || continue ;; esac
    for other in $excludes; do
      case $used in *" $other "*) continue 2 ;; esac
    done
    for flag in $flags; do
      case $flag in -[!-]) [[ $cur == -* ]] || continue ;; esac
      case $taken in *" $flag "*) continue ;; esac
      taken+="$flag "
      _carry_offer "$flag" "$rest"
    done
  done
}

# Asks the hidden command; its answer already is what begins with the typed, in either case.
_carry_ask() {
  local line value
  while IFS= read -r line; do
    [ -n "$line" ] || continue
    value=${line%%$'\t'*}
    case $given in *",$value,"*) continue ;; esac
    found+=("$prefix$value")
    [ "$value" = "$line" ] && told+=('') || told+=("${line#*$'\t'}")
  done <<<"$(command "$exe" __complete "$1" "$cur" "--profile=$profile" 2>/dev/null </dev/null)"
}

_carry_offer_columns() {
  local row
  _carry_set "$columns"
  for row in "${rows[@]}"; do
    _carry_offer "${row%%|*}" "${row#*|}"
    case $cur in "${row%%|*}" | "${row%%|*}":*)
      _carry_offer "${row%%|*}:asc" 'smallest first'
      _carry_offer "${row%%|*}:desc" 'largest first'
      ;;
    esac
  done
  case $cur in *:*) ;; *) nospace=1 ;; esac
}

# Offers the values that a code stands for. What is in given is not offered again.
_carry_offer_values() {
  local code=${1#[?+]} given=$2 row
  case $code in
    ,*)
      code=${code#,}
      case $cur in *,*)
        prefix+=${cur%,*},
        given=,${cur%,*},
        cur=${cur##*,}
        ;;
      esac
      [ "$code" = columns ] && nospace=1
      ;;
  esac
  case $code in
    file) files=1 ;;
    sort) _carry_offer_columns ;;
    @*) _carry_ask "${code#@}" ;;
    columns | =*)
      [ "$code" = columns ] && code="=$columns"
      _carry_set "${code#=}"
      for row in "${rows[@]}"; do
        case $given in *",${row%%|*},"*) continue ;; esac
        _carry_offer "${row%%|*}" "${row#*|}"
      done
      ;;
  esac
}

# Where no operand can follow, the options are offered without a dash typed.
_carry_offer_operand() {
  local count=${#operands[@]} given=, word full
  if [ "$count" -eq 0 ] && [ ${#commands[@]} -gt 0 ]; then _carry_offer_commands; fi
  if [ "$count" -ge ${#args[@]} ]; then
    full=$((count - ${#args[@]}))
    count=$((${#args[@]} > 0 ? ${#args[@]} - 1 : 0))
    case ${args[count]-} in +*) ;; *)
      [ -n "$only_operands$cur" ] || [ $full -gt 0 ] || [ ${#found[@]} -gt 0 ] || _carry_offer_options
      return
      ;;
    esac
  fi
  for word in "${operands[@]}"; do given+=$word,; done
  _carry_offer_values "${args[count]}" "$given"
}

_carry_offer_all() {
  local name code
  case $pending in \?*) case $cur in -*) pending='' ;; esac ;; esac
  if [ -n "$pending" ]; then
    _carry_offer_values "$pending" ''
    return
  fi
  case $only_operands$cur in
    --*=*)
      _carry_find "${cur%%=*}" && [ "$code" != - ] || return
      prefix=${cur%%=*}=
      cur=${cur#*=}
      _carry_offer_values "$code" ''
      ;;
    '>'* | '<'* | [12]'>'*) files=1 ;;
    -[!-]?*)
      _carry_find "${cur:0:2}" && [ "$code" != - ] || return
      prefix=${cur:0:2}
      cur=${cur:2}
      _carry_offer_values "$code" ''
      ;;
    -*) _carry_offer_options ;;
    *) _carry_offer_operand ;;
  esac
}

# Escapes a text for where bash inserts it, by the quote that is open there: in REPLY.
_carry_escape() {
  local text=$1 char i
  REPLY=$text
  if [ -z "$quote" ]; then
    case $text in *[!A-Za-z0-9_./:=@%+,-]*) printf -v REPLY %q "$text" ;; esac
    return
  fi
  case $text in *[\'\"\\\$\`!]*) ;; *) return ;; esac
  REPLY=''
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    case $quote$char in
      \'\') char="'\''" ;;
      \"!) char='"\!"' ;;
      \"[\"\\\$\`]) char=\\$char ;;
    esac
    REPLY+=$char
  done
}

# What bash is to insert: without the part of the word that it keeps, and escaped. Of $1, which it
# replaces, the values of a list before the last one stay as they were typed, if it can be told.
_carry_reply() {
  local keep='' before='' value i
  case $typed in
    *"$replaced") keep=${typed%"$replaced"} ;;
    *) return ;;
  esac
  case ${COMP_TYPE-9}:$1 in
    42:*) quote='' ;; # readline takes the open quote away and inserts every word
    *,*)
      before=${1%,*},
      _carry_unquote "$before" "$quote"
      if [ "$keep$REPLY" = "$prefix" ] && [ "$open_quote" = "$quote" ]; then
        keep=$prefix
      else
        before=''
      fi
      ;;
  esac
  for ((i = 0; i < ${#found[@]}; i++)); do
    _carry_escape "${found[i]#"$keep"}"
    value=$before$REPLY
    # Readline takes a quote at either end for the one around the word.
    if [ -n "$quote" ]; then
      case $value in "$quote"*) value=$quote$value ;; esac
      case $value in *"$quote") value+=$quote ;; esac
    fi
    COMPREPLY[i]=$value
  done
}

# Files are best left to bash itself, where it sees their name as a word and can be told to.
_carry_offer_files() {
  local file
  if [ -z "$prefix" ] || [ "$replaced" != "$typed" ]; then
    compopt -o default && return
  fi
  for file in "$cur"*; do
    [ ! -e "$file" ] || _carry_offer "$file" ''
  done
}

# Where bash only lists, the descriptions stand beside the words. It may insert what the rows have
# in common, so that they have to differ before the descriptions begin.
_carry_describe() {
  local longest=0 width=${COLUMNS:-80} i row
  case ${COMP_TYPE-} in 33 | 63 | 64) ;; *) return ;; esac
  [ ${#found[@]} -gt 1 ] && _carry_differ || return
  for ((i = 0; i < ${#found[@]}; i++)); do
    [ ${#COMPREPLY[i]} -le $longest ] || longest=${#COMPREPLY[i]}
  done
  [ $longest -lt "$width" ] || return
  for ((i = 0; i < ${#found[@]}; i++)); do
    [ -n "${told[i]}" ] || continue
    printf -v row '%-*s  (%s)' $longest "${COMPREPLY[i]}" "${told[i]}"
    COMPREPLY[i]=${row:0:width-1}
  done
}

# Whether two of the words differ in more than what readline can be told to take for the same, and
# none has a blank in it.
_carry_differ() {
  local word first ignored='' differ=1
  shopt -q nocasematch && ignored=1
  shopt -s nocasematch
  first=${COMPREPLY[0]//-/_}
  for word in "${COMPREPLY[@]}"; do
    case ${word//-/_} in
      *[[:blank:]]*)
        differ=1
        break
        ;;
      "$first") ;;
      *) differ=0 ;;
    esac
  done
  [ -n "$ignored" ] || shopt -u nocasematch
  return $differ
}

_carry() {
  local IFS=$' \t\n' REPLY words cur typed quote open_quote replaced exe=carry
  local path='' operands=() used=' ' profile='' pending='' pending_name='' only_operands=''
  local commands args options columns common rows prefix='' found=() told=() files='' nospace=''
  case $1 in */*) exe=${1/#\~\//$HOME/} ;; esac
  _carry_split
  typed=$cur quote=$open_quote
  _carry_unquote "$2" "$quote"
  replaced=$REPLY
  COMPREPLY=()
  _carry_common
  _carry_node ''
  _carry_walk
  [ -n "$files" ] || _carry_offer_all
  [ -z "$files" ] || _carry_offer_files
  _carry_reply "$2"
  if [ -n "$nospace" ] && [ ${#found[@]} -eq 1 ]; then compopt -o nospace 2>/dev/null; fi
  _carry_describe
} 2>/dev/null # whatever the user's settings do to it, a TAB press prints no error

complete -o nosort -F _carry carry 2>/dev/null || complete -F _carry carry
