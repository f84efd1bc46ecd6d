# Binds with Net::SMPP, submits one text in each alphabet and one in two parts, asks for the first, and unbinds.
use strict;
use warnings;
use Net::SMPP;

my ($port, $system_id, $password) = @ARGV;
my $smpp = Net::SMPP->new_transceiver('127.0.0.1', port => $port, system_id => $system_id, password => $password,
    interface_version => 0x34) or die "no bind: $!";

sub submit {
    my $answer = $smpp->submit_sm(source_addr_ton => 5, source_addr_npi => 0, source_addr => 'Hermod', dest_addr_ton => 1,
        dest_addr_npi => 1, destination_addr => '38640123456', @_) or die "no answer to a submit: $!";
    die sprintf('a submit was refused: 0x%x', $answer->{status}) if $answer->{status};
    print "$answer->{message_id}\n";
    return $answer->{message_id};
}

my $first = submit(short_message => 'Hello from Perl', data_coding => 0);
submit(short_message => pack('n*', map { ord } split //, "\x{17d}aba"), data_coding => 8);
submit(short_message => pack('C*', 5, 0, 3, 77, 2, $_) . ('p' x 100), esm_class => 0x40) for 1, 2;

my $state = $smpp->query_sm(message_id => $first, source_addr_ton => 5, source_addr_npi => 0, source_addr => 'Hermod') or die "no answer to a query: $!";
die sprintf('a query was refused: 0x%x', $state->{status}) if $state->{status};
$smpp->unbind() or die "no answer to unbind: $!";
