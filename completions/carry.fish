# fish completion for carry
#
# Written from the command tree by `npm run completions`; do not edit.
# Words that never change are here, so that TAB starts no process for them; for profiles, assets,
# markets and positions it runs `carry __complete`, which reads local files only.

# Prints a list that belongs to a command: its commands, args, options or columns.
function __carry_node --argument-names path list
    switch "$path/$list"
        case '/commands'
            printf '%s\n' \
                'status|the open positions on one screen: totals, and what needs attention first' \
                'positions|hedged positions of a portfolio' \
                'funding|settled funding and the public listings' \
                'assets|tracked assets with how many markets and exchanges list them' \
                'api|GET any path of the service and print its body byte for byte' \
                'schema|JSON Schema of what -o json prints, or the command tree for programs' \
                'auth|the API key: log in, check it, log out' \
                'profile|accounts and environments, and what each is set to' \
                'completion|print the completion script of a shell' \
                'doctor|check configuration, key, network, service and terminal, one line each' \
                'sandbox|serve the interface on loopback from a made-up data set' \
                'help|explain a command or a topic'
        case '/options'
            printf '%s\n' \
                '--version -V|-|||print the version'
        case 'status/options'
            printf '%s\n' \
                '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)' \
                '--imbalance|free|||largest accepted difference between long and short, in percent of the larger side (default 2)' \
                '--loss|free|||largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional (default 10bp)' \
                '--paying|free|||largest accepted funding cost per day: an amount or a part of the notional, as for --loss (default 1bp)' \
                '--margin|free|||smallest accepted price move, in percent, that uses up a leg\'s initial margin (default 10)' \
                '--stale|free|||age from which a mark price or a performance counts as stale (default 5m)' \
                '--stale-performance|free|||age from which a stale performance needs attention (default 1h)' \
                '--ignore|,=s1|*||leave out a reason by its code; <code>:<beginning of a position id> for that position only' \
                '--check|-|||exit 10 when something needs attention, 11 when nothing does and something cannot be judged, for cron jobs and scripts'
        case 'status/columns'
            printf '%s\n' \
                's2'
        case 'positions/commands'
            printf '%s\n' \
                'list ls|list the positions of a portfolio, every page followed' \
                'get|show positions in full, with their legs and how well they hedge' \
                'summary|totals of positions by asset, exchange or status'
        case 'positions list/options'
            printf '%s\n' \
                '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)' \
                '--status|,=s3|*||open or closed; repeatable (default: both)' \
                '--performance|-||--no-performance|ask for funding, fees, price PnL, net PnL and APR too, as naming one of them in --columns, --sort or --query does' \
                '--no-performance|-||--performance|do not, even where the profile says so' \
                '--limit|free||--watch|how many positions in all; with --sort, the first after sorting (default: all)' \
                '--page-size|free|||positions a request: 1 to 500, with --performance 1 to 100 (default: the largest)' \
                '--cursor|free||--watch|go on from where a listing stopped' \
                '--asset|,@asset|*||only this asset; repeatable' \
                '--exchange|,@exchange|*||only positions with a leg there; repeatable' \
                '--by-leg|-|||one row a leg' \
                '--watch|?=s4||--limit --cursor|show it anew every 10s, 30s (the default), 1m, 5m, ...; at least 5s' \
                '--alert|free|||with --watch: ring and mark the positions for which it holds' \
                '--exit-on-alert|-|||with --alert: end with exit code 10 as soon as it holds for one'
        case 'positions list/columns'
            printf '%s\n' \
                's5'
        case 'positions get/args'
            printf '%s\n' \
                '+@position-id'
        case 'positions get/options'
            printf '%s\n' \
                '--portfolio|free|||portfolio in which a shortened id is looked up' \
                '--performance|-|||look the performance up in the portfolio\'s list, for net PnL, exit fees and break-even; so does naming a part of it in --columns, --sort or --query'
        case 'positions get/columns'
            printf '%s\n' \
                's6'
        case 'positions summary/options'
            printf '%s\n' \
                '--by|=s7|||asset, exchange (the exchanges of the long and the short legs) or status (default: asset)' \
                '--portfolio|free|||the portfolio to use (CARRY_PORTFOLIO)' \
                '--status|,=s3|*||open or closed; repeatable (default: both)'
        case 'positions summary/columns'
            printf '%s\n' \
                's8'
        case 'funding/commands'
            printf '%s\n' \
                'history|settled funding of one or more markets, newest first' \
                'compare|two markets\' settled funding on one clock, and what a hedge of both earns' \
                'markets|the public market listing; its payload is not documented and shown as sent' \
                'arbitrage|the public arbitrage listing; its payload is not documented and shown as sent' \
                'market-history|the public history of a market; its payload is not documented and shown as sent'
        case 'funding history/args'
            printf '%s\n' \
                '+@market-id'
        case 'funding history/options'
            printf '%s\n' \
                '--resolution|=s9|||event or 1d, the daily aggregate (default: event)' \
                '--start|=s10|||from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ...' \
                '--end|=s11|||up to but not including then' \
                '--chart|-|||draw it instead of listing it, as wide as the terminal'
        case 'funding history/columns'
            printf '%s\n' \
                's12'
        case 'funding compare/args'
            printf '%s\n' \
                '@market-id' \
                '@market-id'
        case 'funding compare/options'
            printf '%s\n' \
                '--resolution|=s9|||a line for each interval of the slower market (event), or for each UTC day (1d); both are sums of settled events (default: event)' \
                '--start|=s10|||from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ... (default: 7d before the end, in whole periods)' \
                '--end|=s11|||up to but not including then' \
                '--chart|-|||draw it instead of listing it, as wide as the terminal'
        case 'funding compare/columns'
            printf '%s\n' \
                's13'
        case 'funding markets/args'
            printf '%s\n' \
                '+@market-id'
        case 'funding market-history/args'
            printf '%s\n' \
                '@market-id'
        case 'assets/commands'
            printf '%s\n' \
                'list ls|'
        case 'assets/options'
            printf '%s\n' \
                '--class|,@asset-class|*||only this asset class, for example crypto; repeatable' \
                '--search|free|||only assets with this in their symbol or name'
        case 'assets/columns'
            printf '%s\n' \
                's14'
        case 'assets list/options'
            printf '%s\n' \
                '--class|,@asset-class|*||only this asset class, for example crypto; repeatable' \
                '--search|free|||only assets with this in their symbol or name'
        case 'assets list/columns'
            printf '%s\n' \
                's14'
        case 'api/args'
            printf '%s\n' \
                '=s15'
        case 'api/options'
            printf '%s\n' \
                '--parameter -q|free|*||query parameter; repeatable' \
                '--include-headers|-||--paginate|print the status and the headers before the body' \
                '--paginate|-||--include-headers|follow next_cursor and print the data of all pages in one envelope'
        case 'schema/args'
            printf '%s\n' \
                '=s16'
        case 'auth/commands'
            printf '%s\n' \
                'login|store base URL, API key and portfolio in a profile' \
                'status|show where the API key comes from, and what it can reach' \
                'logout|remove the API key of a profile'
        case 'auth login/options'
            printf '%s\n' \
                '--portfolio|free|||portfolio to ask for from now on (CARRY_PORTFOLIO)' \
                '--with-key|-|||read the API key from stdin, and ask nothing' \
                '--no-verify|-|||store without asking the service'
        case 'auth status/options'
            printf '%s\n' \
                '--all|-|||every profile as it is stored, whatever the environment says' \
                '--no-verify|-|||do not ask the service'
        case 'auth status/columns'
            printf '%s\n' \
                's17'
        case 'profile/commands'
            printf '%s\n' \
                'list ls|list the profiles; * marks the one in use' \
                'show|show what a profile holds, its API key masked' \
                'use|choose the profile that commands use' \
                'set|set a value in a profile, which is made when there is none' \
                'unset|remove a value from a profile' \
                'remove rm|remove a profile with all that it holds, its API key too'
        case 'profile list/columns'
            printf '%s\n' \
                's18'
        case 'profile show/options'
            printf '%s\n' \
                '--resolved|-|||every setting as it holds now, and where it comes from'
        case 'profile show/columns'
            printf '%s\n' \
                's19'
        case 'profile use/args'
            printf '%s\n' \
                '@profile'
        case 'profile set/commands'
            printf '%s\n' \
                'base-url|base URL of the service; a path prefix is kept' \
                'public-base-url|base URL of the paths under /api/v1/public, if different' \
                'api-key-command|a command whose first line of output is the API key' \
                'portfolio|the portfolio to use' \
                'output|output format: table, json, ndjson, csv, tsv, text' \
                'performance|request the performance of positions' \
                'timeout|time limit of each attempt, such as 10s' \
                'retries|maximum number of retries of a failed request, 0 to 20' \
                'range-params|names of the query parameters for the start and the end of a time range' \
                'imbalance|largest accepted difference between long and short, in percent of the larger side' \
                'loss|largest accepted loss of funding and price PnL: 12 or 12usd, or 0.5% or 1bp of the notional' \
                'paying|largest accepted funding cost per day: an amount or a part of the notional, as for --loss' \
                'stale|age from which a mark price or a performance counts as stale' \
                'stale-performance|age from which a stale performance needs attention' \
                'margin|smallest accepted price move, in percent, that uses up a leg\'s initial margin' \
                'ignore|leave out a reason by its code; <code>:<beginning of a position id> for that position only' \
                'completion-ids|keep the ids of the last listing for completion'
        case 'profile set base-url/args'
            printf '%s\n' \
                'free'
        case 'profile set public-base-url/args'
            printf '%s\n' \
                'free'
        case 'profile set api-key-command/args'
            printf '%s\n' \
                'free'
        case 'profile set portfolio/args'
            printf '%s\n' \
                'free'
        case 'profile set output/args'
            printf '%s\n' \
                '=s20'
        case 'profile set performance/args'
            printf '%s\n' \
                '=s21'
        case 'profile set timeout/args'
            printf '%s\n' \
                'free'
        case 'profile set retries/args'
            printf '%s\n' \
                'free'
        case 'profile set range-params/args'
            printf '%s\n' \
                'free'
        case 'profile set imbalance/args'
            printf '%s\n' \
                'free'
        case 'profile set loss/args'
            printf '%s\n' \
                'free'
        case 'profile set paying/args'
            printf '%s\n' \
                'free'
        case 'profile set stale/args'
            printf '%s\n' \
                'free'
        case 'profile set stale-performance/args'
            printf '%s\n' \
                'free'
        case 'profile set margin/args'
            printf '%s\n' \
                'free'
        case 'profile set ignore/args'
            printf '%s\n' \
                'free'
        case 'profile set completion-ids/args'
            printf '%s\n' \
                '=s21'
        case 'profile unset/args'
            printf '%s\n' \
                '=s22'
        case 'profile remove/args'
            printf '%s\n' \
                '@profile'
        case 'completion/args'
            printf '%s\n' \
                '=s23'
        case 'doctor/columns'
            printf '%s\n' \
                's24'
        case 'sandbox/options'
            printf '%s\n' \
                '--port|free|||port to listen on (default: a free one)' \
                '--positions|free|||how many positions (default 24)' \
                '--seed|free|||which data set (default 1)' \
                '--latency|free|||milliseconds to wait before each answer' \
                '--fail|free|||share of requests that fail, 0 to 1' \
                '--scenario|,=s25|*||situation to put into one of every 24 positions (repeatable, or comma-separated): unhedged, closed-leg, negative-quantity, contract-multiple, stale, stale-performance, interval-change, turned, missing-events, duplicate-events, young, margin-thin, margin-past, mark-missing, market-unknown, losing, fees-unearned, legs-missing, legs-unchecked'
        case 'help/commands'
            printf '%s\n' \
                'status|the open positions on one screen: totals, and what needs attention first' \
                'positions|hedged positions of a portfolio' \
                'funding|settled funding and the public listings' \
                'assets|tracked assets with how many markets and exchanges list them' \
                'api|GET any path of the service and print its body byte for byte' \
                'schema|JSON Schema of what -o json prints, or the command tree for programs' \
                'auth|the API key: log in, check it, log out' \
                'profile|accounts and environments, and what each is set to' \
                'completion|print the completion script of a shell' \
                'doctor|check configuration, key, network, service and terminal, one line each' \
                'sandbox|serve the interface on loopback from a made-up data set' \
                'help|explain a command or a topic' \
                'exit-codes|a topic' \
                'environment|a topic' \
                'output|a topic'
        case 'help positions/commands'
            printf '%s\n' \
                'list ls|list the positions of a portfolio, every page followed' \
                'get|show positions in full, with their legs and how well they hedge' \
                'summary|totals of positions by asset, exchange or status'
        case 'help funding/commands'
            printf '%s\n' \
                'history|settled funding of one or more markets, newest first' \
                'compare|two markets\' settled funding on one clock, and what a hedge of both earns' \
                'markets|the public market listing; its payload is not documented and shown as sent' \
                'arbitrage|the public arbitrage listing; its payload is not documented and shown as sent' \
                'market-history|the public history of a market; its payload is not documented and shown as sent'
        case 'help assets/commands'
            printf '%s\n' \
                'list ls|'
        case 'help auth/commands'
            printf '%s\n' \
                'login|store base URL, API key and portfolio in a profile' \
                'status|show where the API key comes from, and what it can reach' \
                'logout|remove the API key of a profile'
        case 'help profile/commands'
            printf '%s\n' \
                'list ls|list the profiles; * marks the one in use' \
                'show|show what a profile holds, its API key masked' \
                'use|choose the profile that commands use' \
                'set|set a value in a profile, which is made when there is none' \
                'unset|remove a value from a profile' \
                'remove rm|remove a profile with all that it holds, its API key too'
    end
end

# Prints the options of every command.
function __carry_common
    printf '%s\n' \
        '--output -o|=s20||--json --csv|output format: table, json, ndjson, csv, tsv, text (CARRY_OUTPUT; default table)' \
        '--json|-||--csv --output|same as --output json' \
        '--csv|-||--output --json|same as --output csv' \
        '--columns|,columns|||columns of a table or csv, by dotted path' \
        '--sort|sort|||sort by a column; column:desc for descending order' \
        '--no-header|-|||leave the headings out of tables and csv' \
        '--query|free|||JMESPath expression, applied to the whole result (json, text) or to each item (ndjson)' \
        '--profile|@profile|||profile to use; `sandbox` is built in (CARRY_PROFILE)' \
        '--base-url|free|||base URL of the service; a path prefix is kept (CARRY_BASE_URL)' \
        '--timeout|free|||time limit of each attempt, such as 10s (CARRY_TIMEOUT; default 30s)' \
        '--retries|free|||maximum number of retries of a failed request, 0 to 20 (CARRY_RETRIES; default 3)' \
        '--no-color|-|||no colours (NO_COLOR)' \
        '--no-pager|-|||do not page long listings (CARRY_PAGER, PAGER)' \
        '--local|-|||show times in the local time zone (TZ) instead of UTC' \
        '--refresh|-|||do not use the local cache of public data' \
        '--quiet -q|-||--verbose|no notes, warnings or progress' \
        '--verbose -v|-||--quiet|report each request and retry on stderr (CARRY_DEBUG=1)' \
        '--help -h|-|||show help'
end

# Prints a set of words.
function __carry_set --argument-names name
    switch $name
        case 's1'
            printf '%s\n' \
                'unbalanced|' \
                'margin_thin|' \
                'losing|' \
                'paying|' \
                'fees_unearned|' \
                'legs_missing|' \
                'quantity_negative|' \
                'mark_missing|' \
                'net_pnl_unavailable|' \
                'performance_stale|' \
                'mark_stale|' \
                'funding_unknown|' \
                'not_settled|' \
                'market_unknown|' \
                'margin_unknown|' \
                'legs_unchecked|'
        case 's2'
            printf '%s\n' \
                'asset|' \
                'position_id|' \
                'opened_at|' \
                'pair|' \
                'performance.net_pnl|' \
                'code|' \
                'reason|'
        case 's3'
            printf '%s\n' \
                'open|' \
                'closed|'
        case 's4'
            printf '%s\n' \
                '10s|' \
                '30s|' \
                '1m|' \
                '5m|'
        case 's5'
            printf '%s\n' \
                'attention|' \
                'asset|' \
                'status|' \
                'position_id|' \
                'opened_at|' \
                'closed_at|' \
                'age_days|' \
                'long|' \
                'long_quantity|' \
                'long_price|' \
                'short|' \
                'short_quantity|' \
                'short_price|' \
                'gross_notional|' \
                'net_notional|' \
                'imbalance|' \
                'unhedged|' \
                'legs.side|' \
                'legs.market_id|' \
                'legs.exchange|' \
                'legs.symbol|' \
                'legs.leverage|' \
                'legs.quantity|' \
                'legs.open_price|' \
                'legs.mark_price|' \
                'legs.mark_price_updated_at|' \
                'performance.funding_pnl|' \
                'performance.fees|' \
                'performance.fees.paid|' \
                'performance.fees.estimated_exit|' \
                'performance.spread_pnl|' \
                'performance.spread_pnl.realized|' \
                'performance.spread_pnl.unrealized|' \
                'performance.net_pnl|' \
                'performance.duration_days|' \
                'performance.apr|' \
                'performance.calculated_at|' \
                'funding_24h|' \
                'funding_7d|' \
                'funding_30d|' \
                'now_apr|'
        case 's6'
            printf '%s\n' \
                'asset|' \
                'status|' \
                'position_id|' \
                'opened_at|' \
                'closed_at|' \
                'portfolio_id|' \
                'note|' \
                'legs.side|' \
                'legs.market_id|' \
                'legs.exchange|' \
                'legs.symbol|' \
                'legs.leverage|' \
                'legs.quantity|' \
                'legs.open_price|' \
                'legs.mark_price|' \
                'legs.mark_price_updated_at|' \
                'legs.leg_id|' \
                'legs.close_price|' \
                'legs.open_fee_paid|' \
                'legs.close_fee_paid|' \
                'legs.funding.calculated|' \
                'legs.funding.override|' \
                'legs.funding|' \
                'legs.notional|' \
                'legs.price_pnl|' \
                'performance.funding_pnl|' \
                'performance.fees|' \
                'performance.fees.paid|' \
                'performance.fees.estimated_exit|' \
                'performance.spread_pnl|' \
                'performance.spread_pnl.realized|' \
                'performance.spread_pnl.unrealized|' \
                'performance.net_pnl|' \
                'performance.duration_days|' \
                'performance.apr|' \
                'performance.calculated_at|' \
                'funding_24h|' \
                'funding_7d|' \
                'funding_30d|' \
                'now_apr|'
        case 's7'
            printf '%s\n' \
                'asset|' \
                'exchange|' \
                'status|'
        case 's8'
            printf '%s\n' \
                'group|' \
                'positions|' \
                'open|' \
                'closed|' \
                'legs_unchecked|' \
                'gross_notional|' \
                'net_notional|' \
                'unhedged_notional|' \
                'funding_pnl|' \
                'fees|' \
                'fees_paid|' \
                'fees_estimated_exit|' \
                'spread_pnl|' \
                'net_pnl|' \
                'apr|' \
                'gross_notional_counted|' \
                'net_notional_counted|' \
                'unhedged_notional_counted|' \
                'funding_pnl_counted|' \
                'fees_counted|' \
                'fees_paid_counted|' \
                'fees_estimated_exit_counted|' \
                'spread_pnl_counted|' \
                'net_pnl_counted|' \
                'apr_counted|'
        case 's9'
            printf '%s\n' \
                'event|' \
                '1d|'
        case 's10'
            printf '%s\n' \
                'today|since 00:00 UTC' \
                'yesterday|since 00:00 UTC yesterday' \
                '24h|the last 24 hours' \
                '7d|the last 7 days' \
                '30d|the last 30 days'
        case 's11'
            printf '%s\n' \
                'today|up to 00:00 UTC' \
                'yesterday|up to 00:00 UTC yesterday'
        case 's12'
            printf '%s\n' \
                'market_id|' \
                'funding_time|' \
                'funding_rate|' \
                'mark_price|' \
                'funding_interval|'
        case 's13'
            printf '%s\n' \
                'time|' \
                'long_rate|' \
                'short_rate|' \
                'spread|' \
                'cumulative|' \
                'annualised|' \
                'long_events|' \
                'short_events|' \
                'complete|'
        case 's14'
            printf '%s\n' \
                'asset|' \
                'name|' \
                'asset_class|' \
                'market_count|' \
                'exchange_count|'
        case 's15'
            printf '%s\n' \
                '/v1/assets|tracked assets' \
                '/api/v1/public/funding/markets|the public market listing' \
                '/api/v1/public/funding/arbitrage|the public arbitrage listing'
        case 's16'
            printf '%s\n' \
                'position|carry positions list' \
                'position-detail|carry positions get' \
                'position-event|carry positions list --watch' \
                'funding-point|carry funding history' \
                'funding-day|carry funding history --resolution 1d' \
                'funding-compare|carry funding compare' \
                'asset|carry assets' \
                'status|carry status' \
                'summary|carry positions summary' \
                'error|any command with -o json that fails (on stderr)' \
                'commands|carry itself'
        case 's17'
            printf '%s\n' \
                'current|' \
                'profile|' \
                'base_url|' \
                'portfolio|' \
                'key_source|' \
                'key|' \
                'outcome|' \
                'detail|' \
                'hint|'
        case 's18'
            printf '%s\n' \
                'current|' \
                'profile|' \
                'base_url|' \
                'portfolio|' \
                'key_source|' \
                'key|'
        case 's19'
            printf '%s\n' \
                'setting|' \
                'value|' \
                'origin|' \
                'from|'
        case 's20'
            printf '%s\n' \
                'table|' \
                'json|' \
                'ndjson|' \
                'csv|' \
                'tsv|' \
                'text|'
        case 's21'
            printf '%s\n' \
                'on|' \
                'off|'
        case 's22'
            printf '%s\n' \
                'api-key|' \
                'base-url|' \
                'public-base-url|' \
                'api-key-command|' \
                'portfolio|' \
                'output|' \
                'performance|' \
                'timeout|' \
                'retries|' \
                'range-params|' \
                'imbalance|' \
                'loss|' \
                'paying|' \
                'stale|' \
                'stale-performance|' \
                'margin|' \
                'ignore|' \
                'completion-ids|'
        case 's23'
            printf '%s\n' \
                'bash|' \
                'zsh|' \
                'fish|' \
                'powershell|'
        case 's24'
            printf '%s\n' \
                'mark|' \
                'check|' \
                'detail|' \
                'hint|'
        case 's25'
            printf '%s\n' \
                'unhedged|the short leg was closed and holds nothing, the long one is naked' \
                'closed-leg|the short leg has a close price and still tells its quantity' \
                'negative-quantity|the quantity of the short leg is sent below zero' \
                'contract-multiple|PEPE held against contracts of 1000PEPE' \
                'stale|marks that are 2 hours old' \
                'stale-performance|performance that was calculated 26 hours ago, with fresh marks' \
                'interval-change|a market that settled every 8 hours and has settled hourly for 10 days' \
                'turned|funding that was received until 8 days ago and is paid since' \
                'missing-events|an hourly market of which 2 of every 12 events are missing' \
                'duplicate-events|a market of which every third event is there twice' \
                'young|opened hours ago, and no funding has settled since' \
                'margin-thin|a short leg with less than half of its margin left, and a few percent away from none' \
                'margin-past|a short leg whose price is past where its margin is gone' \
                'mark-missing|the mark of the short leg is missing' \
                'market-unknown|the market of the short leg has no id' \
                'losing|funding that has been paid since the opening, 20 days ago' \
                'fees-unearned|nothing but fees: funding and prices bring nothing' \
                'legs-missing|both legs were closed, and the position is open' \
                'legs-unchecked|the short leg was closed as in closed-leg, and the position in full is not found'
    end
end

# Goes to a command by its path.
function __carry_go --no-scope-shadowing
    set at $argv[1]
    set commands (__carry_node "$at" commands)
    set args (__carry_node "$at" args)
    set options (__carry_node "$at" options)
    set columns (__carry_node "$at" columns)
end

# Finds an option by one of its flags; its name and the code of its values are in name and code.
function __carry_find --no-scope-shadowing
    for row in $options $common
        set fields (string split -m 4 '|' -- $row)
        if contains -- $argv[1] (string split ' ' -- $fields[1])
            set name (string split ' ' -- $fields[1])[1]
            set code $fields[2]
            return 0
        end
    end
    return 1
end

# A long option, or several short ones in one word.
function __carry_see_option --no-scope-shadowing
    if string match -q -- '--*=*' $argv[1]
        __carry_find (string split -m 1 = -- $argv[1])[1]; or return
        set -a used $name
        test $name = --profile; and set profile (string split -m 1 = -- $argv[1])[2]
    else if string match -q -- '--*' $argv[1]
        __carry_find $argv[1]; or return
        set -a used $name
        test "$code" = -; or set pending $name $code
    else
        set letters (string split '' -- (string sub -s 2 -- $argv[1]))
        while set -q letters[1]
            __carry_find -$letters[1]; or return
            set -a used $name
            set -e letters[1]
            test "$code" = -; and continue
            set -q letters[1]; or set pending $name $code
            return
        end
    end
end

# Goes down to the subcommand of that name, if this command has one.
function __carry_descend --no-scope-shadowing
    for row in $commands
        set fields (string split ' ' -- (string split -m 1 '|' -- $row)[1])
        if contains -- $argv[1] $fields
            __carry_go (string trim -- "$at $fields[1]")
            return 0
        end
    end
    return 1
end

# Reads the words before the cursor: which command it is, what was given already. What stands after
# the cursor fish does not tell.
function __carry_walk --no-scope-shadowing
    for word in $argv
        if set -q pending[1]; and string match -qr '^[?]' -- $pending[2]; and string match -q -- '-*' $word
            set pending
        end
        if set -q pending[1]
            test $pending[1] = --profile; and set profile $word
            set pending
        else if set -q only_operands[1]
            set -a operands $word
        else if test "$word" = --
            set only_operands yes
        else if string match -qr '^-.' -- $word
            __carry_see_option $word
        else if set -q operands[1]; or not __carry_descend $word
            set -a operands $word
        end
    end
end

# Prints rows of `value|description` as fish wants them.
function __carry_print
    # Without an argument, string would read the terminal.
    set -q argv[1]; and string replace '|' \t -- $argv
end

# Names first; aliases and hidden commands only when no name begins with what is typed.
function __carry_print_commands --no-scope-shadowing
    set -l names
    set -l every
    for row in $commands
        set fields (string split -m 1 '|' -- $row)
        set -l words (string split ' ' -- $fields[1])
        test -n "$fields[2]"; and set -a names "$words[1]|$fields[2]"
        for word in $words
            set -a every "$word|$fields[2]"
        end
    end
    if string match -q -- (string replace -ra '[*?\[\\\\]' '\\\\$0' -- "$cur")'*' $names
        __carry_print $names
    else if test -n "$cur"
        __carry_print $every
    end
end

# The options that can still be given: each once, none beside one that it excludes.
function __carry_print_options --no-scope-shadowing
    set -l taken
    for row in $options $common
        set -l fields (string split -m 4 '|' -- $row)
        set -l flags (string split ' ' -- $fields[1])
        if contains -- $flags[1] $used; and test -z "$fields[3]"
            continue
        end
        set -l excluded no
        for other in (string split -n ' ' -- $fields[4])
            contains -- $other $used; and set excluded yes
        end
        test $excluded = yes; and continue
        for flag in $flags
            test -z "$cur"; and string match -qr '^-[^-]$' -- $flag; and continue
            contains -- $flag $taken; and continue
            set -a taken $flag
            printf '%s\t%s\n' $flag $fields[5]
        end
    end
end

# Prints the values that a code stands for, but for the words after prefix and value.
function __carry_print_values --no-scope-shadowing
    set -l code (string replace -r '^[?+]' '' -- $argv[1])
    set -l before $argv[2]
    set -l value "$argv[3]"
    set -l given $argv[4..]
    if string match -q ',*' -- $code
        set code (string sub -s 2 -- $code)
        if string match -q '*,*' -- $value
            set -l parts (string split , -- $value)
            set -a given $parts[1..-2]
            set value $parts[-1]
            set before $before(string join , -- $parts[1..-2]),
        end
    end
    set -l lines
    switch $code
        case file
            for path in (__fish_complete_path $value)
                printf '%s%s\n' "$before" $path
            end
        case columns
            set lines (__carry_print (__carry_set "$columns"))
        case sort
            set lines (__carry_print (__carry_set "$columns"))
            for line in $lines
                set -l key (string split -m 1 \t -- $line)[1]
                string match -q -- $key $value
                or string match -q -- "$key:*" $value
                and set -a lines $key:asc\t'smallest first' $key:desc\t'largest first'
            end
        case '=*'
            set lines (__carry_print (__carry_set (string sub -s 2 -- $code)))
        case '@*'
            set lines (command $exe __complete (string sub -s 2 -- $code) "$value" "--profile=$profile" 2>/dev/null </dev/null)
    end
    for word in $given
        set lines (string match -rv -- '^'(string escape --style=regex -- "$word")'\t' $lines)
    end
    string join \n -- "$before"$lines
end

# Where no operand can follow, the options are offered without a dash typed.
function __carry_print_operand --no-scope-shadowing
    set -l place (math (count $operands) + 1)
    set -l shown
    test $place -eq 1; and set shown (__carry_print_commands)
    string join \n -- $shown
    if test $place -gt (count $args)
        if not string match -q '+*' -- $args[-1]
            test -z "$cur$only_operands$shown" -a $place -eq (math (count $args) + 1)
            and __carry_print_options
            return
        end
        set place (count $args)
    end
    __carry_print_values $args[$place] '' "$cur" $operands
end

# The word under the cursor, as far as the cursor, without its quotes.
function __carry_current
    set -l token (commandline -ct)
    string unescape -- "$token"
    or string unescape -- "$token'"
    or string unescape -- "$token\""
    or string replace -r '\\\\$' '' -- "$token"
end

function __carry_complete
    set -l at
    set -l commands
    set -l args
    set -l options
    set -l columns
    set -l common (__carry_common)
    set -l operands
    set -l used
    set -l pending
    set -l profile
    set -l only_operands
    set -l name
    set -l code
    set -l fields
    set -l before (commandline -opc)
    set -l cur (__carry_current)
    set -l exe carry
    string match -q '*/*' -- $before[1]; and set exe $before[1]
    __carry_go ''
    __carry_walk $before[2..]
    if set -q pending[1]; and string match -qr '^[?]' -- $pending[2]; and string match -q -- '-*' $cur
        set pending
    end
    if set -q pending[1]
        __carry_print_values $pending[2] '' "$cur"
    else if set -q only_operands[1]
        __carry_print_operand
    else if string match -qr '^--.*=' -- $cur
        set -l parts (string split -m 1 = -- $cur)
        __carry_find $parts[1]; and test $code != -; or return
        __carry_print_values $code "$parts[1]=" "$parts[2]"
    else if string match -qr '^-[^-].' -- $cur
        set -l flag (string sub -l 2 -- $cur)
        __carry_find $flag; and test $code != -; or return
        __carry_print_values $code $flag (string sub -s 3 -- $cur)
    else if string match -q -- '-*' $cur
        __carry_print_options
    else
        __carry_print_operand
    end
end

complete -c carry -e
complete -c carry -f -k -a '(__carry_complete)'
