package io.precinct.configuration.store.ssm;

import io.precinct.api.service.Extension;
import io.precinct.source.api.store.ParameterStore;
import io.precinct.source.api.store.StoreAddress;
import io.precinct.source.api.store.StoreException;
import io.precinct.source.api.store.StoreProvider;
import java.net.URI;
import java.time.Clock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.service.component.annotations.Component;

/** Parameter stores in AWS Systems Manager: {@code https://ssm.REGION.amazonaws.com/PREFIX}. */
@Component(service = Extension.class)
public final class SsmProvider implements StoreProvider {
    /** Also in the names of private endpoints: {@code vpce-1.ssm.eu-west-1.vpce.amazonaws.com}. */
    private static final Pattern REGION = Pattern.compile("(?:^|\\.)ssm(?:-fips)?\\.([a-z]{2}(?:-[a-z]+)+-[0-9]+)\\.");

    private static final String USUAL_REGION = "us-east-1";

    @Override
    public String name() {
        return "ssm";
    }

    // @req:store-ssm
    @Override
    public ParameterStore open(StoreAddress address) throws StoreException {
        URI url = URI.create(address.url());
        if (url.getHost() == null || !String.valueOf(url.getScheme()).matches("https?")) {
            throw new StoreException(address.url() + " is not https://ssm.REGION.amazonaws.com/PREFIX");
        }
        String id = address.username();
        String secret = address.password();
        if (id == null || secret == null) {
            throw new StoreException(
                    address.url()
                            + " needs credentials: username is the id of an access key, password its secret, token a session's");
        }
        return new SsmStore(address, url, new Signature(id, secret, region(url.getHost()), "ssm"), Clock.systemUTC());
    }

    /** The region that a host is in; that of servers that play AWS where it does not say. */
    static String region(String host) {
        Matcher matcher = REGION.matcher(host);
        return matcher.find() ? matcher.group(1) : USUAL_REGION;
    }
}
